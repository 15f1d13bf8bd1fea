import type { PartsHandle } from '../transcript-draft.ts';
import type { CodexTotal } from './codex-items.ts';
import type { CodexRepeats } from './codex-repeats.ts';

/** A row as it is kept until its file's place in the tree is known. Its parts are put aside. */
export type KeptItem = { readonly at: number | null; readonly print: string | null } & (
  | { readonly kind: 'turn' }
  | { readonly kind: 'user'; readonly parts: PartsHandle; readonly text: string; readonly isContext: boolean }
  | { readonly kind: 'model'; readonly parts: PartsHandle | null; readonly text: string }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly name: string;
      readonly title: string;
      readonly parts: PartsHandle;
      readonly isAnswered: boolean;
    }
  | {
      readonly kind: 'output';
      readonly callId: string;
      readonly parts: PartsHandle;
      readonly exitCode: number | null;
      readonly failed: boolean;
    }
  | { readonly kind: 'exit'; readonly callId: string; readonly exitCode: number | null }
  | { readonly kind: 'tokens'; readonly total: CodexTotal | null; readonly last: CodexTotal | null }
  | { readonly kind: 'context'; readonly model: string | null }
  | { readonly kind: 'aborted' | 'silent' }
  | { readonly kind: 'notice'; readonly level: 'info' | 'error'; readonly text: string }
);

export interface CodexRollout {
  readonly name: string;
  readonly isContext: boolean;
  id: string | null;
  forkedFrom: string | null;
  /** The thread that started this one as its helper. */
  parentThread: string | null;
  cwd: string;
  gitBranch: string | null;
  startAt: number | null;
  provider: string | null;
  /** True as soon as one row has an envelope. */
  hasEnvelope: boolean;
  /** True as soon as one row is an event: then events tell the turns. */
  hasEvents: boolean;
  readonly items: KeptItem[];
  /** Name cards read so far: its own, and those of the sessions it replays. */
  metas: number;
  readonly repeats: CodexRepeats;
}
