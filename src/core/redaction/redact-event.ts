import type { SessionEvent, TerminalData, TextDelta } from '../session/events.ts';
import type { Redactor } from './redactor.ts';

/**
 * Fields that hold the log together: ids, words of a fixed list, hashes, and pictures. No secret is looked for in them, so
 * that no pattern can break a log. What tools and providers made (`args`, `wire`) has no such fields.
 */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['type', 'branch', 'parent', 'kind', 'status', 'author', 'role', 'family', 'level', 'way', 'scope', 'answer'],
  ...[
    'origin',
    'purpose',
    'trigger',
    'waitingFor',
    'isolation',
    'approval',
    'snapshot',
    'leftOut',
    'bound',
    'whenAsking',
  ],
  ...['id', 'callId', 'wireId', 'messageId', 'requestId', 'promptId', 'undoId', 'redoId', 'from', 'hash', 'chain'],
  ...['baseCommit', 'head', 'commit', 'sessionId', 'mimeType', 'data', 'callIds', 'messageIds'],
]);
const FREE: ReadonlySet<string> = new Set(['args', 'wire', 'parameters', 'schema']);

/** One event without secrets: in every text of it, arguments and the providers' own objects included. */
export function redactEvent(event: SessionEvent, redactor: Redactor): SessionEvent {
  if (isPiece(event)) return withText(event, redactor.text(textOf(event)));
  return redactFields(event, redactor) as SessionEvent;
}

function redactFields(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((item) => redactFields(item, redactor));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    if (FREE.has(name)) return [name, redactor.value(item)];
    if (STRUCTURE.has(name) && (typeof item === 'string' || isListOfTexts(item))) return [name, item];
    return [name, redactFields(item, redactor)];
  });
  return Object.fromEntries(entries);
}

function isListOfTexts(item: unknown): boolean {
  return Array.isArray(item) && item.every((each) => typeof each === 'string');
}

type Piece = SessionEvent & (TextDelta | TerminalData);

/** A piece of a text that arrives bit by bit: a secret may begin in one and end in another. */
function isPiece(event: SessionEvent): event is Piece {
  return event.type === 'text-delta' || event.type === 'terminal-data';
}

function textOf(piece: Piece): string {
  return piece.type === 'text-delta' ? piece.text : piece.data;
}

function withText(piece: Piece, text: string): SessionEvent {
  if (text === textOf(piece)) return piece;
  return piece.type === 'text-delta' ? { ...piece, text } : { ...piece, data: text };
}

function streamOf(piece: Piece): string {
  return piece.type === 'text-delta'
    ? `${piece.branch}\0${piece.requestId}\0${piece.thought}`
    : `${piece.branch}\0${piece.callId}`;
}

/**
 * All events without secrets. Pieces of one stream are looked at together: the piece in which a secret begins gets its
 * mark, and those that it goes on in lose their share of it.
 */
export function redactEvents(
  events: readonly SessionEvent[],
  redactor: Redactor,
  onStep?: (done: number) => void,
): SessionEvent[] {
  const streams = new Map<string, { readonly index: number; readonly piece: Piece }[]>();
  const result: SessionEvent[] = [];
  for (const [index, event] of events.entries()) {
    if (isPiece(event)) {
      const stream = streamOf(event);
      const pieces = streams.get(stream);
      if (pieces) pieces.push({ index, piece: event });
      else streams.set(stream, [{ index, piece: event }]);
      result.push(event);
    } else result.push(redactEvent(event, redactor));
    if (index % 1_000 === 0) onStep?.(index);
  }
  for (const pieces of streams.values()) {
    for (const { index, text, piece } of redactPieces(pieces, redactor)) result[index] = withText(piece, text);
  }
  return result;
}

function redactPieces<P extends { readonly piece: Piece }>(
  pieces: readonly P[],
  redactor: Redactor,
): (P & { readonly text: string })[] {
  const edits = redactor.edits(pieces.map(({ piece }) => textOf(piece)).join(''));
  if (edits.length === 0) return [];
  let from = 0;
  let next = 0;
  return pieces.map((each) => {
    const old = textOf(each.piece);
    const end = from + old.length;
    let text = '';
    let at = from;
    for (let edit = edits[next]; edit && edit.start < end; edit = edits[next]) {
      if (edit.start >= from) text += old.slice(at - from, edit.start - from) + edit.mark;
      at = Math.min(edit.end, end);
      if (edit.end > end) break;
      next++;
    }
    text += old.slice(at - from);
    from = end;
    return { ...each, text };
  });
}
