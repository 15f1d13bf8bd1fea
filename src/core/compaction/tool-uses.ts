import type { ToolDeclaration } from '../providers/tool-declaration.ts';
import { callsOf, type Message, textOf } from '../session/message.ts';
import { parseTextCalls } from '../subagent/parse-text-calls.ts';
import { type PlacedResult, resultsIn } from './results-in.ts';

/** A call and its result, with their place in the context. */
export interface ToolUse {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: PlacedResult;
  /** The message that holds the result, and its index. */
  readonly messageId: string;
  readonly index: number;
}

const text = { type: 'string' };
const number = { type: 'integer' };
const tool = (name: string, properties: Readonly<Record<string, unknown>>): ToolDeclaration => ({
  name,
  description: '',
  parameters: { type: 'object', properties },
});

/** The tools whose calls are looked at, as far as it takes to read them from a text. */
const TOOLS: readonly ToolDeclaration[] = [
  tool('read_file', { path: text, offset: number, limit: number }),
  tool('edit_file', { path: text, old_text: text, new_text: text }),
  tool('write_file', { path: text, content: text }),
  tool('bash', { command: text, timeout_ms: number }),
  tool('search', { pattern: text, path: text }),
  tool('list_files', { path: text }),
  tool('list_code_definitions', { path: text }),
  tool('use_skill', { name: text }),
  tool('attempt_completion', { result: text }),
];

/** All calls with their results, in the order in which they were made, native ones and those in texts. */
export function toolUsesIn(messages: readonly Message[]): ToolUse[] {
  return messages.flatMap((message, index) => {
    const model = messages[index - 1];
    const results = resultsIn(message);
    if (results.length === 0 || model?.role !== 'model') return [];
    const native = new Map(callsOf(model).map((call) => [call.callId, call]));
    const written = native.size > 0 ? [] : callsInText(model, results);
    return results.flatMap((result, order): ToolUse[] => {
      const call = result.callId === null ? written[order] : native.get(result.callId);
      if (!call) return [];
      return [{ name: call.name, args: record(call.args), result, messageId: message.id, index }];
    });
  });
}

/** Calls and results belong together by their order; when their names do not fit, nothing is guessed. */
function callsInText(model: Message, results: readonly PlacedResult[]) {
  const { calls } = parseTextCalls(textOf(model), TOOLS);
  const fits = calls.length === results.length && calls.every(({ name }, index) => name === results[index]?.tool);
  return fits ? calls.map((call) => ({ name: call.name, args: call.kind === 'call' ? call.args : {} })) : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
