import type { Part, ResultPart } from '../../session/message.ts';
import { boundedValue } from '../bounded-value.ts';
import { isRow, type Row, rowAt, rowsOf, textAt } from '../foreign-value.ts';

/** Parts in the shape of the Gemini API: a text, one part, or a list of parts. */
export function geminiParts(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return (Array.isArray(content) ? content : [content]).flatMap(partOf);
}

function partOf(part: unknown): Part[] {
  if (typeof part === 'string') return [{ kind: 'text', text: part }];
  if (!isRow(part)) return [];
  if (typeof part.text === 'string') {
    return part.text === ''
      ? []
      : [{ kind: 'text', text: part.text, ...(part.thought === true ? { thought: true } : {}) }];
  }
  const inline = rowAt(part, 'inlineData');
  const data = textAt(inline, 'data');
  if (data !== null) return [{ kind: 'image', mimeType: textAt(inline, 'mimeType') ?? 'image/png', data }];
  if (isRow(part.functionCall)) {
    const { functionCall } = part;
    const name = textAt(functionCall, 'name') ?? '';
    return [{ kind: 'call', callId: textAt(functionCall, 'id') ?? name, name, args: boundedValue(functionCall.args) }];
  }
  if (isRow(part.functionResponse)) return responseParts(part.functionResponse);
  return [{ kind: 'opaque', wire: { family: 'gemini', value: boundedValue(part) } }];
}

/** A function's response: its output or error as text, and what images it carries. */
function responseParts(response: Row): Part[] {
  const body = rowAt(response, 'response');
  const name = textAt(response, 'name') ?? '';
  const error = textAt(body, 'error');
  const output = typeof body.output === 'string' ? body.output : null;
  const text = output ?? error ?? JSON.stringify(boundedValue(response.response ?? ''));
  const isError = output === null && error !== null;
  const result: ResultPart = { kind: 'result', callId: textAt(response, 'id') ?? name, name, text, isError };
  return [result, ...rowsOf(response.parts).flatMap(partOf)];
}
