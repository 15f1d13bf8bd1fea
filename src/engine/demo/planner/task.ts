import type { Desk } from './desk.ts';
import type { Outcome, Routine } from './routine.ts';

/** One directive, understood: what it is about, and how to do it. */
export interface Task {
  /** Equal neighbours are done once: "find the bug and fix it" is one repair. */
  readonly key: string;
  run(desk: Desk): Routine<Outcome>;
}

/** Reads one clause; undefined when it is about something else. */
export type ClauseReader = (clause: string) => Task | undefined;
