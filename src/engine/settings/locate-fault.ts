import { LineCounter, parseDocument } from 'yaml';

/**
 * Line of a JSON text (from 1) on which the value at `path` stands; when the value is missing, that of what should hold
 * it. Null when the text cannot be placed at all. JSON is read as YAML, which keeps the places of values.
 */
export function lineOfPath(text: string, path: readonly PropertyKey[]): number | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly [number, number, number] } | null | undefined)?.range;
    if (range) return lines.linePos(range[0]).line;
  }
  return null;
}

/** Line (from 1) at which JSON stops being JSON, from the place that the parser's message names; null without one. */
export function lineOfSyntaxError(text: string, message: string): number | null {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  return message.includes('end of JSON') ? text.trimEnd().split('\n').length : null;
}
