import { utf8Length } from './build-request.ts';
import type { Divergence, PrefixReport, Segment } from './segments.ts';

const SNIPPET_CHARACTERS = 80;

/** What a request shares with an earlier one, by bytes, in the order in which providers read a prompt. */
export function comparePrefix(
  earlier: readonly Segment[],
  later: readonly Segment[],
  against: string,
  relation: PrefixReport['relation'],
): PrefixReport {
  const againstBytes = earlier.reduce((total, segment) => total + segment.bytes, 0);
  let sharedBytes = 0;
  let index = 0;
  for (; index < earlier.length && index < later.length; index++) {
    const [a, b] = [earlier[index], later[index]];
    if (!a || !b || a.kind !== b.kind || a.hash !== b.hash) break;
    sharedBytes += a.bytes;
  }
  const report = { against, relation, sharedSegments: index, againstBytes };
  if (index === earlier.length) return { ...report, sharedBytes, divergence: null };
  const divergence = divergenceAt(earlier, later, index, sharedBytes);
  return { ...report, sharedBytes: divergence.byte, divergence };
}

/** A cache belongs to one model: what another one was sent shares nothing with it, whatever the bytes. */
export function acrossModels(report: PrefixReport, earlier: string, later: string): PrefixReport {
  if (earlier === later) return report;
  const cause = `the model was changed from ${earlier} to ${later}, and a cache belongs to one model`;
  const divergence = { segment: 0, kind: 'parameters', byte: 0, path: 'model', cause } as const;
  return {
    ...report,
    sharedBytes: 0,
    sharedSegments: 0,
    divergence: { ...divergence, before: earlier, after: later },
  };
}

function divergenceAt(
  earlier: readonly Segment[],
  later: readonly Segment[],
  index: number,
  offset: number,
): Divergence {
  const a = earlier[index];
  const b = later[index];
  const kind = a?.kind ?? b?.kind ?? 'message';
  const base = kind === 'message' ? `messages[${index - headLength(earlier)}]` : kind;
  if (!a || !b) {
    return {
      segment: index,
      kind,
      byte: offset,
      path: base,
      cause: 'the conversation ends earlier than the one it is compared with',
      before: snippet(a?.text ?? '', 0),
      after: snippet(b?.text ?? '', 0),
    };
  }
  const at = commonLength(a.text, b.text);
  const path = base + differingPath(JSON.parse(a.text), JSON.parse(b.text));
  return {
    segment: index,
    kind,
    byte: offset + utf8Length(a.text.slice(0, at)),
    path,
    cause: causeOf(a, b, path),
    before: snippet(a.text, at),
    after: snippet(b.text, at),
  };
}

function headLength(segments: readonly Segment[]): number {
  const first = segments.findIndex((segment) => segment.kind === 'message');
  return first < 0 ? segments.length : first;
}

/** Length of the common head in UTF-16 units, never in the middle of a surrogate pair. */
function commonLength(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const previous = a.charCodeAt(at - 1);
  return at > 0 && previous >= 0xd800 && previous <= 0xdbff ? at - 1 : at;
}

function snippet(text: string, at: number): string {
  return text.slice(at, at + SNIPPET_CHARACTERS);
}

/** JSON path of the first place, in writing order, in which two values differ; '' when they are equal. */
export function differingPath(a: unknown, b: unknown): string {
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = Math.max(a.length, b.length);
    for (let i = 0; i < length; i++) {
      if (JSON.stringify(a[i]) !== JSON.stringify(b[i])) return `[${i}]${differingPath(a[i], b[i])}`;
    }
    return '';
  }
  if (isRecord(a) && isRecord(b)) {
    const keysA = Object.keys(a);
    const keysB = Object.keys(b);
    for (let i = 0; i < Math.max(keysA.length, keysB.length); i++) {
      const key = keysA[i] ?? keysB[i] ?? '';
      if (keysA[i] !== keysB[i]) return `.${key}`;
      if (JSON.stringify(a[key]) !== JSON.stringify(b[key])) return `.${key}${differingPath(a[key], b[key])}`;
    }
  }
  return '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function causeOf(a: Segment, b: Segment, path: string): string {
  if (a.kind !== b.kind) return 'the requests have different parts at this place';
  if (a.kind === 'tools') return toolCause(namesOf(a.text), namesOf(b.text), path);
  if (a.kind === 'system') return 'the system text differs';
  return 'a message differs: it was rebuilt, edited, or another one stands at its place';
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/"name":"([^"]*)"/g)].map((match) => match[1] ?? '');
}

function toolCause(before: readonly string[], after: readonly string[], path: string): string {
  const missing = before.find((name) => !after.includes(name));
  if (missing !== undefined) return `the tool \`${missing}\` is missing`;
  const extra = after.find((name) => !before.includes(name));
  if (extra !== undefined) return `the tool \`${extra}\` was added`;
  if (before.join('\n') !== after.join('\n')) return 'the tools stand in another order';
  return `a tool's schema or text differs at ${path}`;
}
