import type { ToolDeclaration } from '../providers/tool-declaration.ts';
import type { CallPart, Part, ResultPart } from '../session/message.ts';
import { canonicalJson } from './canonical-json.ts';
import { parseTextCalls } from './parse-text-calls.ts';
import { renderTextCall } from './text-tools.ts';

/** One call of an answer in text mode, in order: to be run, or to be answered with `result` as it is. */
export type TextModeCall =
  | { readonly kind: 'call'; readonly call: CallPart }
  | { readonly kind: 'broken'; readonly result: ResultPart };

export interface TextModeAnswer {
  /** For the history: the parts as received, but calls that came natively as text. It holds no call parts. */
  readonly parts: readonly Part[];
  /** The visible text without the calls; blank when the answer held nothing else. */
  readonly text: string;
  readonly calls: readonly TextModeCall[];
}

/**
 * Reads the answer of a model that calls tools in its text. If calls came natively all the same they are run too, but
 * stand in the history as text, as their results do: a result without its call, or the other way round, would be
 * refused by the provider. A native call that repeats one of the text is the same call and runs once.
 */
export function readTextAnswer(
  parts: readonly Part[],
  tools: readonly ToolDeclaration[],
  callId: () => string,
): TextModeAnswer {
  const written = parts.map((part) => (part.kind === 'text' && !part.thought ? part.text : '')).join('');
  const { text, calls: parsed } = parseTextCalls(written, tools);
  const calls: TextModeCall[] = parsed.map((item) => {
    const { kind, name } = item;
    if (kind === 'call') return { kind, call: { kind, callId: callId(), name, args: item.args } };
    return { kind, result: { kind: 'result', callId: callId(), name, text: item.reason, isError: true } };
  });
  const keyOf = (name: string, args: unknown) => `${name} ${canonicalJson(args)}`;
  const known = new Set(parsed.flatMap((item) => (item.kind === 'call' ? [keyOf(item.name, item.args)] : [])));
  const history = parts.map((part): Part | null => {
    if (part.kind !== 'call') return part;
    if (known.has(keyOf(part.name, part.args))) return null;
    calls.push({ kind: 'call', call: { kind: 'call', callId: part.callId, name: part.name, args: part.args } });
    return { kind: 'text', text: `${renderTextCall(part.name, part.args)}\n` };
  });
  return { parts: history.filter((part) => part !== null), text, calls };
}
