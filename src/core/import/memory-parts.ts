import type { SessionEvent } from '../session/events.ts';
import type { Part } from '../session/message.ts';
import { type ImportIdentity, orderEvents, type TimedEvent, type ToldBefore } from './order-events.ts';
import type { PartStore, PartsHandle, TranscriptDraft } from './transcript-draft.ts';

/** Keeps all parts in memory: for files that a window shows whole anyway. */
export class MemoryParts implements PartStore {
  readonly #all: (readonly Part[])[] = [];

  put(parts: readonly Part[]): PartsHandle {
    return this.#all.push(parts) - 1;
  }

  get(handle: PartsHandle): readonly Part[] {
    return this.#all[handle] ?? [];
  }
}

/** Forgets all parts: enough for a summary, which reads none. */
export class NoParts implements PartStore {
  hold(): void {}

  put(): PartsHandle {
    return 0;
  }

  get(): readonly Part[] {
    return [];
  }
}

/** The log of a draft, line by line. */
export function* sessionEvents(
  draft: TranscriptDraft,
  identity: ImportIdentity,
  parts: { get(handle: PartsHandle): readonly Part[] },
  told?: ToldBefore & { readonly seq: number },
): Generator<SessionEvent> {
  let seq = told?.seq ?? 0;
  for (const timed of orderEvents(draft, identity, told)) yield eventOf(timed, ++seq, parts);
}

function eventOf(
  { at, event }: TimedEvent,
  seq: number,
  store: { get(handle: PartsHandle): readonly Part[] },
): SessionEvent {
  const { body, parts } = event;
  if (body.type !== 'message-added' || !parts) return { seq, at, ...body };
  const whole = parts.length === 1 ? store.get(parts[0] ?? 0) : parts.flatMap((handle) => store.get(handle));
  return { seq, at, ...body, message: { ...body.message, parts: whole } };
}
