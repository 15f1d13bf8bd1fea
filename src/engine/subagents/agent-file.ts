import type {
  AgentConfig,
  AgentEffort,
  AgentFileProblem,
  AgentPermissionMode,
  AgentSource,
} from '../../core/subagent/agent-config.ts';
import { canEdit, chooseTools, EDITING_TOOLS, type ToolChoice } from '../../core/subagent/tool-whitelist.ts';
import type { ProviderId } from '../../shared/settings.ts';
import { FileFields, type ListEntry } from './file-fields.ts';
import { readFrontmatter } from './frontmatter.ts';

export interface ParsedAgentFile {
  /** Null when there is an error among the problems. */
  readonly agent: AgentConfig | null;
  readonly problems: readonly AgentFileProblem[];
}

/** Longer names do not fit on a card. */
const LONGEST_NAME = 64;
const MODES: readonly AgentPermissionMode[] = [
  'default',
  'acceptEdits',
  'auto',
  'dontAsk',
  'bypassPermissions',
  'plan',
];
const PROVIDERS: readonly ProviderId[] = ['demo', 'gemini', 'openai', 'anthropic'];
/** Words of other programs for more effort than providers have in common mean `high`. */
const EFFORTS: Readonly<Record<string, AgentEffort>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};
/** Claude Code's short names, which are no model names to any provider. */
const MODEL_ALIAS = /^(sonnet|opus|haiku|opusplan|best|default)(\[1m\])?$/i;

const FIELDS = `name description tools disallowedTools model modelId provider providerId permissionMode maxTurns
  maxIterations skills isolation background effort color`.split(/\s+/);
const FOREIGN_FIELDS = `mcpServers hooks memory initialPrompt omitClaudeMd modelConfig runConfig toolConfig
  systemPrompt level`.split(/\s+/);

/** Reads one agent file: a header, and below it the agent's own instructions. */
export function parseAgentFile(text: string, path: string, source: AgentSource): ParsedAgentFile {
  const read = readFrontmatter(text);
  if (!read.ok) return { agent: null, problems: [{ path, line: read.line, severity: 'error', reason: read.reason }] };
  const { body, bodyLine } = read.value;
  const fields = new FileFields(path, read.value);
  fields.warnOfOthers(FIELDS, FOREIGN_FIELDS);
  const name = nameOf(fields);
  const description = fields.required('description', 'when the agent is to be used');
  const permissionMode = fields.oneOf('permissionMode', MODES) ?? 'default';
  const tools = toolsOf(fields, permissionMode);
  const agent = {
    name: name ?? '',
    description: description ?? '',
    body: body.trim(),
    tools,
    role: canEdit(tools) ? 'work' : 'research',
    model: modelOf(fields),
    provider: providerOf(fields),
    permissionMode,
    maxTurns: fields.wholeNumber('maxTurns', 'maxIterations'),
    skills: fields.list('skills')?.map((entry) => entry.text) ?? null,
    isolation: fields.oneOf('isolation', ['worktree', 'none']),
    background: fields.truth('background'),
    effort: effortOf(fields),
    color: fields.text('color'),
    source,
    path,
  } satisfies AgentConfig;
  if (agent.body === '')
    fields.report('error', bodyLine, 'There are no instructions below the header. Write what the agent is and does.');
  const failed = fields.problems.some(({ severity }) => severity === 'error');
  return { agent: failed ? null : agent, problems: [...fields.problems].sort((left, right) => left.line - right.line) };
}

function nameOf(fields: FileFields): string | null {
  const name = fields.required('name', 'how the agent is called');
  if (name === null) return null;
  const fault =
    name.length > LONGEST_NAME
      ? `is longer than ${LONGEST_NAME} characters`
      : /[\n`"<>]/.test(name)
        ? 'holds a character that a name cannot have'
        : name.toLowerCase() === 'fork'
          ? 'is the name of forks'
          : null;
  if (fault !== null) fields.report('error', fields.lineOf('name'), `The name ${fault}. Choose another one.`);
  return name;
}

function toolsOf(fields: FileFields, mode: AgentPermissionMode): ToolChoice['allowed'] {
  const lists = { tools: fields.list('tools') ?? [], disallowedTools: fields.list('disallowedTools') ?? [] };
  const texts = (entries: readonly ListEntry[]) => entries.map(({ text }) => text);
  const denied = texts(lists.disallowedTools);
  const { allowed, faults } = chooseTools(texts(lists.tools), mode === 'plan' ? [...denied, ...EDITING_TOOLS] : denied);
  for (const { list, at, severity, reason } of faults) {
    fields.report(severity, lists[list][at]?.line ?? fields.lineOf(list), reason);
  }
  return allowed;
}

function modelOf(fields: FileFields): string | null {
  const model = inheritable(fields.text('model', 'modelId'));
  if (model === null || !MODEL_ALIAS.test(model)) return model;
  fields.report(
    'warning',
    fields.lineOf(fields.has('model') ? 'model' : 'modelId'),
    `\`${model}\` is no full name of a model, so the parent's model is used. Write the full name to choose another.`,
  );
  return null;
}

/** With another program's provider the model's name would mean nothing here, so such a file is an error. */
function providerOf(fields: FileFields): ProviderId | null {
  const key = fields.has('provider') ? 'provider' : 'providerId';
  const word = fields.oneOf(key, [...PROVIDERS, 'inherit']);
  return word === 'inherit' ? null : word;
}

function effortOf(fields: FileFields): AgentEffort | null {
  const word = fields.oneOf('effort', Object.keys(EFFORTS));
  return word === null ? null : (EFFORTS[word] ?? null);
}

function inheritable(text: string | null): string | null {
  return text?.toLowerCase() === 'inherit' ? null : text;
}
