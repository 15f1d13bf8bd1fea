import type { BranchKind } from '../session/events.ts';

/** What a stretch of a lane is. The last five are waits: something else, or somebody, is awaited. */
export type BlockKind = 'request' | 'tool' | 'edit' | 'permission' | 'hold' | 'children' | 'retry' | 'paused';

export type BlockEnd = 'open' | 'ok' | 'failed' | 'denied' | 'interrupted';

/** Something that took time in a branch. Moments as the clock counts them; both ends are places of events. */
export interface Block {
  readonly kind: BlockKind;
  readonly branch: string;
  /** The request's, call's or prompt's id; of a state its event's number. */
  readonly id: string;
  /** One line: a command, a model, a reason. */
  label: string;
  readonly from: number;
  /** Infinity while it lasts. */
  to: number;
  /** Index of the event that began it, from 0. */
  readonly fromIndex: number;
  end: BlockEnd;
  /** Of a request: when the first byte came; null before. */
  firstByte: number | null;
  /** Of a request, in tokens; null when the provider did not say. */
  usage: { readonly input: number; readonly cached: number; readonly output: number } | null;
  /** USD; null when unknown, or of a block that costs nothing. */
  cost: number | null;
  /** The message or call that shows it in the transcript, and the index of the event that brought it; null for none. */
  place: string | null;
  placeIndex: number;
}

export type MarkerKind = 'turn' | 'failure' | 'compaction' | 'end';

/** Something that took no time. */
export interface Marker {
  readonly kind: MarkerKind;
  readonly branch: string;
  readonly at: number;
  /** Index of its event, from 0. */
  readonly index: number;
  readonly label: string;
  readonly place: string | null;
}

/** A line between two lanes: a fork grows out of its parent, a report flows back. */
export interface Link {
  readonly kind: 'fork' | 'report';
  readonly from: string;
  readonly to: string;
  readonly fromAt: number;
  readonly toAt: number;
  readonly index: number;
}

/** One branch over time. */
export interface Lane {
  readonly branch: string;
  readonly parent: string | null;
  readonly kind: BranchKind;
  readonly title: string;
  readonly bornAt: number;
  readonly bornIndex: number;
  /** Null while it lives. A branch that was woken again lives. */
  endedAt: number | null;
  /** Work: requests and tool calls, by their start. */
  readonly work: BlockRow;
  /** Waits, by their start. */
  readonly waits: BlockRow;
  readonly markers: readonly Marker[];
}

/** Blocks of one row, by their start. */
export interface BlockRow {
  readonly blocks: readonly Block[];
  /** Index of the first block that may reach beyond this moment. */
  firstReaching(moment: number): number;
}
