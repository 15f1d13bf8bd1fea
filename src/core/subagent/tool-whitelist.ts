import { type ForeignTool, foreignTool } from './foreign-tools.ts';

/** Every tool that a subagent can have, in the order in which they are declared: a fixed order keeps prefixes equal. */
export const SUBAGENT_TOOLS = [
  'bash',
  'edit_file',
  'list_code_definitions',
  'list_files',
  'read_file',
  'search',
  'use_skill',
  'write_file',
  'attempt_completion',
] as const;
export type SubagentToolName = (typeof SUBAGENT_TOOLS)[number];

/** What an agent has when its file names no tools: nothing in it changes files. */
export const SUBAGENT_DEFAULT_ALLOWED_TOOLS: readonly SubagentToolName[] = [
  'read_file',
  'list_files',
  'search',
  'list_code_definitions',
  'bash',
  'use_skill',
  'attempt_completion',
];

/** Tools that change files by themselves. */
export const EDITING_TOOLS: ReadonlySet<SubagentToolName> = new Set<SubagentToolName>(['edit_file', 'write_file']);

/** A name in a list of tools that cannot be taken as it stands. `at` is its index in the list. */
export interface ToolNameFault {
  readonly list: 'tools' | 'disallowedTools';
  readonly at: number;
  readonly severity: 'error' | 'warning';
  readonly reason: string;
}

export interface ToolChoice {
  readonly allowed: readonly SubagentToolName[];
  readonly faults: readonly ToolNameFault[];
}

/**
 * The tools of an agent, from what its file lists. Left out or empty, `tools` means the defaults; `*` means all. What
 * `disallowedTools` names is taken away first, so that no order of names brings it back; `attempt_completion` is there
 * in any case, because without it a run could not end. Names of other programs' tools are translated, and never to one
 * that can do more.
 */
export function chooseTools(tools: readonly string[], disallowedTools: readonly string[]): ToolChoice {
  const faults: ToolNameFault[] = [];
  const denied = new Set<SubagentToolName>();
  disallowedTools.forEach((name, at) => {
    const found = readName(name);
    // Half a denial cannot be kept, so the whole tool is denied.
    for (const tool of found.tools) denied.add(tool);
    if (found.kind === 'restricted') {
      faults.push(warning('disallowedTools', at, `\`${name}\` is taken for the whole tool: all of it is denied.`));
    }
    if (found.kind === 'unknown') faults.push(unknownName('disallowedTools', at, name));
  });
  const asked = new Set<SubagentToolName>();
  tools.forEach((name, at) => {
    const found = readName(name);
    if (found.kind === 'known') for (const tool of found.tools) asked.add(tool);
    if (found.kind === 'restricted') faults.push(warning('tools', at, restrictedSentence(name)));
    if (found.kind === 'absent') faults.push(warning('tools', at, `\`${name}\` ${found.reason}, so it is left out.`));
    if (found.kind === 'unknown') faults.push(unknownName('tools', at, name));
  });
  const base = tools.length === 0 ? new Set(SUBAGENT_DEFAULT_ALLOWED_TOOLS) : asked;
  for (const tool of denied) base.delete(tool);
  base.add('attempt_completion');
  const allowed = SUBAGENT_TOOLS.filter((tool) => base.has(tool));
  if (allowed.length === 1 && tools.length > 0 && faults.every(({ severity }) => severity === 'warning')) {
    faults.push({
      list: 'tools',
      at: 0,
      severity: 'error',
      reason: `None of its tools is left, so it could do nothing. Name some of ${listOf(SUBAGENT_TOOLS)}.`,
    });
  }
  return { allowed, faults };
}

/** Whether an agent with these tools can change files other than by commands. */
export function canEdit(tools: readonly SubagentToolName[]): boolean {
  return tools.some((tool) => EDITING_TOOLS.has(tool));
}

type ReadName =
  | { readonly kind: 'known' | 'restricted'; readonly tools: readonly SubagentToolName[] }
  | { readonly kind: 'absent'; readonly tools: readonly []; readonly reason: string }
  | { readonly kind: 'unknown'; readonly tools: readonly [] };

function readName(name: string): ReadName {
  const trimmed = name.trim();
  if (trimmed === '*') return { kind: 'known', tools: SUBAGENT_TOOLS };
  const [, plain = trimmed, restriction] = /^([^()]+?)\s*(\(.*\))?$/s.exec(trimmed) ?? [];
  const own = SUBAGENT_TOOLS.find((tool) => tool === plain);
  const foreign: ForeignTool | null = own ? { tools: [own] } : foreignTool(plain);
  if (foreign === null) return { kind: 'unknown', tools: [] };
  if ('absent' in foreign) return { kind: 'absent', tools: [], reason: foreign.absent };
  return { kind: restriction === undefined ? 'known' : 'restricted', tools: foreign.tools };
}

function restrictedSentence(name: string): string {
  return `\`${name}\` is left out: a restriction in parentheses is not enforced here, and without it the tool could do more. Name the tool alone to allow it under the session's permission rules.`;
}

function unknownName(list: ToolNameFault['list'], at: number, name: string): ToolNameFault {
  return {
    list,
    at,
    severity: 'error',
    reason: `There is no tool \`${name.trim()}\`. The tools are ${listOf(SUBAGENT_TOOLS)}.`,
  };
}

function warning(list: ToolNameFault['list'], at: number, reason: string): ToolNameFault {
  return { list, at, severity: 'warning', reason };
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
