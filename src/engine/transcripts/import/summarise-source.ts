import { MemoryParts, NoParts, sessionEvents } from '../../../core/import/memory-parts.ts';
import type { PriceTable } from '../../../core/session/cost.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import { fold } from '../../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../../core/session/state.ts';
import { type SessionSummary, summaryOf } from '../../../core/session/summary.ts';
import { stateOf } from '../read-log.ts';
import { Checkpoint } from './checkpoint.ts';
import type { TranscriptSource } from './collect-sources.ts';
import { identityOf } from './import-identity.ts';
import { readOwn } from './import-own.ts';
import { type ReadOptions, readSource } from './read-source.ts';

/** Events folded at a time. */
const BATCH = 50_000;

export interface SourceSummary {
  readonly summary: SessionSummary;
  /** Why branches ended as they did, by branch. */
  readonly reasons: { readonly [branch: string]: string };
}

/** The summary of a transcript, foreign or ours, without its texts: they are read, and forgotten. */
export async function summariseSource(source: TranscriptSource, options: ReadOptions): Promise<SourceSummary> {
  const state =
    source.format === 'forkscope' ? stateOf(await readOwn(source.path)) : await stateWithoutTexts(source, options);
  const reasons = Object.values(state.branches).flatMap(({ id, status, reason }) =>
    status !== 'completed' && reason !== null ? [[id, reason] as const] : [],
  );
  return { summary: summaryOf(state, source.path), reasons: Object.fromEntries(reasons) };
}

/** The state of a transcript with all its messages in memory: for what counts by what stands in them. */
export async function stateOfSource(source: TranscriptSource, prices: PriceTable | null): Promise<SessionState> {
  if (source.format === 'forkscope') return stateOf(await readOwn(source.path));
  const parts = new MemoryParts();
  const options = { prices, live: false, holdLast: false, checkpoint: new Checkpoint() };
  const draft = await readSource(source, parts, options);
  return fold(EMPTY_SESSION, [...sessionEvents(draft, identityOf(source), parts)]);
}

async function stateWithoutTexts(source: TranscriptSource, options: ReadOptions): Promise<SessionState> {
  const parts = new NoParts();
  const draft = await readSource(source, parts, options);
  let state = EMPTY_SESSION;
  let batch: SessionEvent[] = [];
  for (const event of sessionEvents(draft, identityOf(source), parts)) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    state = fold(state, batch);
    batch = [];
    const { bytes } = source;
    if (options.checkpoint.isDue())
      await options.checkpoint.pass({ phase: 'writing', doneBytes: bytes, totalBytes: bytes });
  }
  return fold(state, batch);
}
