import type { Desk } from './desk.ts';
import type { Outcome, Routine } from './routine.ts';

/** One directive, understood: what it is about, and how to do it. */
export interface Task {
  /** What it does, for comparing with its neighbours. */
  readonly key: string;
  run(desk: Desk): Routine<Outcome>;
}

/** Reads one clause; undefined when it is about something else. */
export type ClauseReader = (clause: string) => Task | undefined;
