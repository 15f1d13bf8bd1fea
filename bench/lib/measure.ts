/** One line of the table: what was measured, against what it is held, and what peers needed. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  /** Undefined where there is no target for this line. */
  readonly met?: boolean;
  /** What peers needed, and the ratio; measured elsewhere. */
  readonly peers?: string;
}

export interface Measurement {
  readonly title: string;
  readonly rows: readonly Row[];
  /** The numbers as they were, for `--json`. */
  readonly raw: unknown;
}
