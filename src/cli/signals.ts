import { SIGNAL_CODES, SIGNAL_NAMES, type SignalName } from '../engine/signal-codes.ts';

export interface CaughtSignals {
  /** Settles with the first signal. */
  readonly caught: Promise<SignalName>;
  readonly release: () => void;
}

/** A key press may arrive twice: from the terminal's group, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * The first signal is told, and whoever listens stops in good order; a later one ends the process at once.
 *
 * The handlers stay until they are released. One that takes itself off at its first call (`once`) gives the signal
 * back to the system for a moment, and the second half of a key press kills the process in the middle of its clean-up.
 */
export function catchSignals(): CaughtSignals {
  let resolve: (name: SignalName) => void = () => {};
  const caught = new Promise<SignalName>((done) => {
    resolve = done;
  });
  let firstAt: number | null = null;
  const handler = (signal: NodeJS.Signals) => {
    const name = signal as SignalName;
    const now = performance.now();
    if (firstAt !== null && now - firstAt > SAME_SIGNAL_MS) process.exit(SIGNAL_CODES[name]);
    firstAt ??= now;
    resolve(name);
  };
  for (const name of SIGNAL_NAMES) process.on(name, handler);
  return {
    caught,
    release: () => {
      for (const name of SIGNAL_NAMES) process.off(name, handler);
    },
  };
}

/** {@link catchSignals} for work that an abort signal stops. */
export function abortOnSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const { caught, release } = catchSignals();
  void caught.then(() => controller.abort());
  return { signal: controller.signal, release };
}
