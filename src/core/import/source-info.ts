import type { PriceTable } from '../session/cost.ts';
import type { Row } from './foreign-value.ts';

/** One file of a transcript, as the translators hear of it. */
export interface SourceFile {
  /** Short name for problems and notices; empty for the transcript's main file. */
  readonly name: string;
  /** The file's own name, without its folder. */
  readonly fileName: string;
  /** Read only to know what another file inherits from it: nothing of it is counted. */
  readonly isContext: boolean;
  /** Set for a file that holds one subagent: its id, from the file's name. */
  readonly agentId: string | null;
  /** What a sidecar file says about the subagent; null when there is none. */
  readonly meta: Row | null;
}

export const NO_FILE: SourceFile = { name: '', fileName: '', isContext: false, agentId: null, meta: null };

/** Reads the rows of one format, file by file, and makes a draft of them. */
export interface Translator<Draft> {
  begin(file: SourceFile): void;
  /** `line` counts from 1. */
  row(row: Row, line: number): void;
  finish(): Draft;
}

export interface ReaderOptions {
  readonly prices: PriceTable | null;
  /** The file is still being written: no branch has ended. */
  readonly live: boolean;
  /** The last answer may still grow, and is held back until something follows it. */
  readonly holdLast: boolean;
  /** More than one file is read, so that one may be a copy of another. */
  readonly related: boolean;
}
