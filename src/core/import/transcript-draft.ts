import type { BranchCreated, EventBody, NoticeGiven } from '../session/events.ts';
import type { Part } from '../session/message.ts';
import type { Problem } from '../session/state.ts';

/** Names parts that were put aside while a transcript is read, so that a long one need not stay in memory. */
export type PartsHandle = number;

export interface PartStore {
  put(parts: readonly Part[]): PartsHandle;
  /**
   * The texts, as JSON without quotes, that the stand-ins in parts stand for until the next call. A store without it wants
   * all texts where they belong.
   */
  hold?(texts: readonly Uint8Array[]): void;
}

/** An event to be, with the time that the source states for it; null when it states none. */
export interface DraftEvent {
  readonly at: number | null;
  readonly body: EventBody;
  /** For a message: its parts, in order. `body` holds none then. */
  readonly parts?: readonly PartsHandle[];
  /** Branches that wait for this name are born after this event. */
  readonly anchor?: string;
}

/** One branch of a foreign transcript: its events in the order of its chain. */
export interface DraftChain {
  readonly created: BranchCreated;
  /** When the branch was born; null when nothing says so. */
  readonly bornAt: number | null;
  /** The anchor of the parent after which it is born; null for a root. */
  readonly after: string | null;
  events(): Iterable<DraftEvent>;
}

/** A foreign transcript as it was understood. Translators make it, `orderEvents` turns it into a log. */
export interface TranscriptDraft {
  readonly tool: string;
  readonly foreignId: string | null;
  readonly title: string;
  /** The working directory that the source names; empty when it names none. */
  readonly root: string;
  readonly gitBranch: string | null;
  readonly provider: string;
  readonly model: string;
  readonly timesKnown: boolean;
  readonly usageKnown: boolean;
  readonly chains: readonly DraftChain[];
  readonly notices: readonly Pick<NoticeGiven, 'level' | 'text'>[];
  readonly problems: readonly Problem[];
}

export function messageAnchor(messageId: string): string {
  return `message ${messageId}`;
}

export function callAnchor(callId: string): string {
  return `call ${callId}`;
}

export function branchAnchor(branch: string): string {
  return `branch ${branch}`;
}
