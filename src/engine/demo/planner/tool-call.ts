/** A call as the planner makes it and finds it again in the conversation. */
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface CallResult {
  readonly call: ToolCall;
  readonly output: string;
  readonly isError: boolean;
}

export const readFile = (path: string): ToolCall => ({ name: 'read_file', args: { path } });
export const listFiles = (path: string): ToolCall => ({ name: 'list_files', args: { path } });
/** The search tool takes an extended regular expression; people mean the text as it is. */
export const searchFor = (text: string, path?: string): ToolCall => {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { name: 'search', args: path === undefined ? { pattern } : { pattern, path } };
};
export const writeFile = (path: string, content: string): ToolCall => ({ name: 'write_file', args: { path, content } });
export const editFile = (path: string, oldText: string, newText: string): ToolCall => ({
  name: 'edit_file',
  args: { path, old_text: oldText, new_text: newText },
});
export const bash = (command: string): ToolCall => ({ name: 'bash', args: { command } });
export const agent = (description: string, prompt: string): ToolCall => ({
  name: 'agent',
  args: { description, prompt },
});

/** True when a person said no to the call. */
export function wasDenied({ isError, output }: CallResult): boolean {
  return isError && /\bdid not allow\b|\bdenied\b/i.test(output) && output.length < 400;
}

/** True when both ask for the same: equal name and arguments, in whatever order the keys stand. */
export function sameCall(left: ToolCall, right: ToolCall): boolean {
  return left.name === right.name && canonical(left.args) === canonical(right.args);
}

function canonical(args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A text argument, or undefined when it is missing or no text. */
export function textArgument(call: ToolCall, name: string): string | undefined {
  const value = call.args[name];
  return typeof value === 'string' ? value : undefined;
}
