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
export function rowsOfEntry(entry: TranscriptEntry, owner: string): MessageRow[] {
  const { message, author, at } = entry;
  const base = { owner, messageId: message.id, at };
  const whole = { ...base, key: message.id };
  const text = joinedText(message.parts);
  const images = message.parts.filter((part): part is ImagePart => part.kind === 'image');
  switch (author) {
    case 'model':
      return message.parts.flatMap((part, index) => rowOfPart(part, { ...base, key: `${message.id}.${index}` }));
    case 'person': {
      // Reports that came at the same time stand in front of the person's words.
      const brought = message.parts.filter((part) => part.kind === 'text' && isNotification(part.text));
      const reports = parseReportBlocks(joinedText(brought));
      const own = joinedText(message.parts.filter((part) => !brought.includes(part)));
      const person: MessageRow = { ...whole, kind: 'person', text: own, images };
      return reports.length === 0
        ? [person]
        : [{ ...base, key: `${message.id}.reports`, kind: 'notification', reports }, person];
    }
    case 'fork-start': {
      const start = parseForkStart(message);
      return start ? [{ ...whole, kind: 'fork-start', start }] : [];
    }
    case 'notification': {
      const reports = parseReportBlocks(text);
      if (reports.length > 0) return [{ ...whole, kind: 'notification', reports }];
      return text === '' && images.length === 0 ? [] : [{ ...whole, kind: 'note', text, images }];
    }
    case 'stand-in':
      return [{ ...whole, kind: 'stand-in', text: text || resultText(message.parts) }];
    case 'tools':
      return text === '' && images.length === 0 ? [] : [{ ...whole, kind: 'note', text, images }];
  }
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

function resultText(parts: readonly Part[]): string {
  return parts.find((part) => part.kind === 'result')?.text ?? '';
}
