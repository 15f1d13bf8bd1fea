import { watch } from 'chokidar';
import { MemoryParts, sessionEvents } from '../../../core/import/memory-parts.ts';
import { eventsOf } from '../../../core/import/order-events.ts';
import type { DraftChain, TranscriptDraft } from '../../../core/import/transcript-draft.ts';
import type { PriceTable } from '../../../core/session/cost.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import { asFault } from '../../engine-fault.ts';
import { Checkpoint } from './checkpoint.ts';
import { collectOneSource } from './collect-sources.ts';
import { identityOf } from './import-identity.ts';
import { ReadMemory } from './read-memory.ts';
import { readSource } from './read-source.ts';

export interface FollowOptions {
  readonly prices?: PriceTable | null;
  /** Milliseconds without a change until the file is read again. */
  readonly settleMs?: number;
  /** New events, in order, to be folded onto those before. */
  readonly onEvents: (events: readonly SessionEvent[]) => void;
  /** The source was rewritten, or a rewind changed what was said: these are all events anew. */
  readonly onReset: (events: readonly SessionEvent[]) => void;
  readonly onFault?: (message: string) => void;
}

export interface Following {
  /** Ends the watch, after what is being read. */
  close(): Promise<void>;
}

const SETTLE_MS = 150;
const QUIET_TIMES = 12;

/**
 * Watches a foreign transcript that is still being written. An answer is told once it is whole; a branch never ends,
 * as nobody knows whether more will come. Resolves after the events so far were told.
 */
export async function followTranscript(path: string, options: FollowOptions): Promise<Following> {
  let told: Told | null = null;
  const memory = new ReadMemory();
  const read = async (holdLast: boolean): Promise<string[]> => {
    const source = await collectOneSource(path);
    const parts = new MemoryParts();
    const draft = await readSource(source, parts, {
      prices: options.prices ?? null,
      live: true,
      holdLast,
      checkpoint: new Checkpoint(),
      memory,
    });
    const lines = new Map(draft.chains.map((chain) => [chain.created.branch, linesOf(chain, parts)]));
    const before: Told | null = told !== null && isLonger(told, draft, lines) ? told : null;
    const resume = before && {
      at: before.at,
      seq: before.seq,
      events: new Map([...before.lines].map(([branch, known]) => [branch, known.length])),
      notices: before.notices,
      problems: before.problems,
    };
    const events: SessionEvent[] = [...sessionEvents(draft, identityOf(source), parts, resume ?? undefined)];
    const last = events.at(-1);
    if (before && before.title !== draft.title) {
      events.push({
        type: 'session-renamed',
        title: draft.title,
        seq: (last?.seq ?? before.seq) + 1,
        at: last?.at ?? before.at,
      });
    }
    const isFirst = told === null;
    told = {
      lines,
      title: draft.title,
      at: last?.at ?? before?.at ?? 0,
      seq: events.at(-1)?.seq ?? before?.seq ?? 0,
      notices: draft.notices.length,
      problems: draft.problems.length,
    };
    if (events.length > 0) (before || isFirst ? options.onEvents : options.onReset)(events);
    return source.parts.map((part) => part.path);
  };
  const files = await read(true);
  const settleMs = options.settleMs ?? SETTLE_MS;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  const watcher = watch(files, { ignoreInitial: true });
  const readAgain = (holdLast: boolean) => {
    reading = reading
      .then(() => read(holdLast))
      .then((paths) => void watcher.add(paths))
      .catch((error: unknown) => options.onFault?.(asFault(error).message));
    // After a while without a change, an answer that is still held back will not grow any more.
    if (holdLast) timer = setTimeout(() => readAgain(false), settleMs * QUIET_TIMES);
  };
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => readAgain(true), settleMs);
  });
  timer = setTimeout(() => readAgain(false), settleMs * QUIET_TIMES);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
      await reading;
    },
  };
}

interface Told {
  /** Every event told, by branch, as text. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly title: string;
  readonly at: number;
  readonly seq: number;
  readonly notices: number;
  readonly problems: number;
}

function linesOf(chain: DraftChain, parts: MemoryParts): string[] {
  return [...eventsOf(chain)].map(({ at, body, parts: handles }) =>
    JSON.stringify([at, body, handles?.map((handle) => parts.get(handle))]),
  );
}

/** True when everything told before still stands, and only more has come. */
function isLonger(told: Told, draft: TranscriptDraft, lines: ReadonlyMap<string, readonly string[]>): boolean {
  if (draft.notices.length < told.notices || draft.problems.length < told.problems) return false;
  return [...told.lines].every(([branch, known]) => {
    const now = lines.get(branch);
    return now !== undefined && known.every((line, index) => line === now[index]);
  });
}
