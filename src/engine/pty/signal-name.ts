import { constants } from 'node:os';

/** Some numbers have two names (SIGABRT, SIGIOT); the first one in the list is the usual one, and is set last. */
const NAMES = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name] as const),
);

/** Name of a signal on this machine, e.g. `SIGTERM` for 15; real-time signals are named by number. */
export function signalName(number: number): string {
  return NAMES.get(number) ?? `SIG${number}`;
}
