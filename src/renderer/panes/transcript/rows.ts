import type { Seam } from '../../../core/compaction/seams.ts';
import { isNotification } from '../../../core/fork/notification.ts';
import type { CallPart, ImagePart, Part } from '../../../core/session/message.ts';
import { isForModelOnly } from '../../../core/session/model-blocks.ts';
import type { RequestState, TranscriptEntry } from '../../../core/session/state.ts';
import { type ForkStart, parseForkStart } from './fork-start.ts';
import { parseReportBlocks, type ReportBlock } from './report-blocks.ts';

interface RowOfMessage {
  /** Unique in the transcript, and the same for the same message in every state. */
  readonly key: string;
  /** The branch that wrote the message: for inherited rows an ancestor. */
  readonly owner: string;
  readonly messageId: string;
  readonly at: number;
}

export type MessageRow = RowOfMessage &
  (
    | { readonly kind: 'person' | 'note'; readonly text: string; readonly images: readonly ImagePart[] }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'thought'; readonly text: string }
    | { readonly kind: 'stand-in'; readonly text: string }
    | { readonly kind: 'image'; readonly image: ImagePart }
    | { readonly kind: 'call'; readonly call: CallPart }
    | { readonly kind: 'fork-start'; readonly start: ForkStart }
    | { readonly kind: 'notification'; readonly reports: readonly ReportBlock[] }
  );

export interface FailureRow {
  readonly kind: 'failure';
  readonly key: string;
  readonly at: number;
  readonly request: RequestState;
}
export interface SharedRow {
  readonly kind: 'shared';
  readonly key: 'shared';
  readonly from: string;
  readonly count: number;
}
export interface TailRow {
  readonly kind: 'shared-end' | 'live' | 'end';
  readonly key: string;
}
/** The place where a run of messages left the context; they follow when it is unfolded. */
export interface GapRow {
  readonly kind: 'gap';
  readonly key: string;
  readonly at: number;
  readonly seamKey: string;
  readonly count: number;
}
/** Where a compaction was made. */
export interface SeamRow {
  readonly kind: 'seam';
  /** Also the key of its fold. */
  readonly key: string;
  readonly at: number;
  /** Among the branch's compactions. */
  readonly index: number;
  readonly seam: Seam;
}
export type TranscriptRow = GapRow | SeamRow | MessageRow | FailureRow | SharedRow | TailRow;

/** The rows of one message. Results are no rows: they are shown with their calls. */
export function rowsOfEntry(entry: TranscriptEntry, owner: string): readonly MessageRow[] {
  const { message, author, at } = entry;
  const { id, parts } = message;
  const whole = { key: id, owner, messageId: id, at };
  switch (author) {
    case 'model':
      return parts.flatMap((part, index) => rowOfPart(part, { ...whole, key: `${id}.${index}` }));
    case 'person':
      return personRows(parts, whole);
    case 'fork-start': {
      const start = parseForkStart(message);
      return start ? [{ ...whole, kind: 'fork-start', start }] : [];
    }
    case 'notification': {
      const reports = parseReportBlocks(joinedText(parts));
      return reports.length > 0 ? [{ ...whole, kind: 'notification', reports }] : noteRows(parts, whole);
    }
    case 'stand-in':
      return [{ ...whole, kind: 'stand-in', text: joinedText(parts) || resultText(parts) }];
    case 'tools':
      return noteRows(parts, whole);
  }
}

/** Reports that came at the same time stand in front of the person's words. */
function personRows(parts: readonly Part[], whole: RowOfMessage): readonly MessageRow[] {
  const isReport = (part: Part): boolean => part.kind === 'text' && isNotification(part.text);
  const images = imagesOf(parts);
  if (!parts.some(isReport)) return [{ ...whole, kind: 'person', text: joinedText(parts), images }];
  const reports = parseReportBlocks(joinedText(parts.filter(isReport)));
  const own = joinedText(parts.filter((part) => !isReport(part)));
  const person: MessageRow = { ...whole, kind: 'person', text: own, images };
  return reports.length === 0
    ? [person]
    : [{ ...whole, key: `${whole.messageId}.reports`, kind: 'notification', reports }, person];
}

function noteRows(parts: readonly Part[], whole: RowOfMessage): readonly MessageRow[] {
  const [text, images] = [joinedText(parts), imagesOf(parts)];
  return text === '' && images.length === 0 ? [] : [{ ...whole, kind: 'note', text, images }];
}

function rowOfPart(part: Part, base: RowOfMessage): MessageRow[] {
  switch (part.kind) {
    case 'text':
      if (part.text.trim() === '') return [];
      return [{ ...base, kind: part.thought ? 'thought' : 'text', text: part.text }];
    case 'call':
      return [{ ...base, kind: 'call', call: part }];
    case 'image':
      return [{ ...base, kind: 'image', image: part }];
    default:
      return [];
  }
}

function joinedText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.kind === 'text' && !part.thought && !isForModelOnly(part.text) ? [part.text] : []))
    .join('\n\n')
    .trim();
}

function imagesOf(parts: readonly Part[]): readonly ImagePart[] {
  return parts.filter((part): part is ImagePart => part.kind === 'image');
}

function resultText(parts: readonly Part[]): string {
  return parts.find((part) => part.kind === 'result')?.text ?? '';
}
