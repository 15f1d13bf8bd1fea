/** Exit codes of a process that a signal ended: 128 and the signal's number, so that a script can tell. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type SignalName = keyof typeof SIGNAL_CODES;

export const SIGNAL_NAMES = Object.keys(SIGNAL_CODES) as readonly SignalName[];
