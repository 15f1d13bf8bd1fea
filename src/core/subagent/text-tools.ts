import type { ToolDeclaration } from '../providers/tool-declaration.ts';
import type { ResultPart } from '../session/message.ts';
import { escapeAttribute, neutraliseTags } from './own-tags.ts';

/** Type and description of one parameter, as far as a JSON schema tells them. */
export interface ParameterShape {
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

/** The parameters of a tool by name, in the order of its declaration. */
export function parametersOf({ parameters }: ToolDeclaration): ReadonlyMap<string, ParameterShape> {
  const properties = (parameters.properties ?? {}) as Readonly<
    Record<string, { type?: unknown; description?: unknown }>
  >;
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  return new Map(
    Object.entries(properties).map(([name, { type, description }]) => [
      name,
      {
        type: typeof type === 'string' ? type : 'string',
        description: typeof description === 'string' ? description : '',
        required: required.includes(name),
      },
    ]),
  );
}

/** Tells a model that has no calls of its own how to call tools in its text. Part of the system text, so it never varies. */
export function renderTextTools(tools: readonly ToolDeclaration[]): string {
  return [
    '# Tools',
    'You call a tool by writing a block like this into your answer, with every value as it is, without quotes or escapes:',
    '',
    renderTextCall('read_file', { path: 'src/main.ts', limit: 100 }),
    '',
    'You may write several blocks in one answer; they run in their order. Write nothing after the last one: the results come',
    'in the next message. A block that does not end is not run. These are the tools, with their parameters:',
    '',
    ...tools.map(toolText),
  ].join('\n');
}

function toolText(tool: ToolDeclaration): string {
  const parameters = [...parametersOf(tool)].map(
    ([name, { type, description, required }]) =>
      `  - ${name} (${type}${required ? ', required' : ''})${description === '' ? '' : `: ${description}`}`,
  );
  return [`- \`${tool.name}\`: ${tool.description}`, ...parameters].join('\n');
}

/** A call in its text form: as the instructions show it, and as a call that came natively stands in a text history. */
export function renderTextCall(name: string, args: unknown): string {
  const entries = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const lines = entries.map(
    ([parameter, value]) => `<${parameter}>${typeof value === 'string' ? value : JSON.stringify(value)}</${parameter}>`,
  );
  return [`<tool name="${escapeAttribute(name)}">`, ...lines, '</tool>'].join('\n');
}

/** Results as the text of the next user message, in the order of the calls: no call parts stand in such a history. */
export function renderTextResults(results: readonly ResultPart[]): string {
  return results
    .map(({ name, text, isError }, index) => {
      const head = `<tool_result number="${index + 1}" tool="${escapeAttribute(name)}" status="${isError ? 'error' : 'ok'}">`;
      return `${head}\n${neutraliseTags(text, ['tool_result'])}\n</tool_result>`;
    })
    .join('\n\n');
}
