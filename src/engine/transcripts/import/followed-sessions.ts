import { EngineFault } from '../../engine-fault.ts';
import { loadPrices } from '../../settings/prices.ts';
import { readStoredSession } from '../list-sessions.ts';
import { type FollowedListeners, FollowedSession } from './followed-session.ts';
import type { PathsStep } from './import-paths.ts';
import { runImport } from './run-import.ts';

/** The imported sessions whose transcripts are watched now. */
export class FollowedSessions {
  readonly #home: string;
  /** Frees the session's log, which an import writes anew. */
  readonly #release: () => Promise<void>;
  readonly #following = new Map<string, FollowedSession>();

  constructor(home: string, release: () => Promise<void>) {
    this.#home = home;
    this.#release = release;
  }

  get(sessionId: string): FollowedSession | null {
    return this.#following.get(sessionId) ?? null;
  }

  /** What is followed belongs to the tool that writes it. */
  refuse(sessionId: string): void {
    if (!this.#following.has(sessionId)) return;
    throw new EngineFault(
      'followed',
      'This session is followed while its tool writes it. Stop following, then try again.',
    );
  }

  /** Throws an `EngineFault` when there is nothing to follow, or when the session was gone on with here. */
  async start(sessionId: string, listeners: FollowedListeners): Promise<void> {
    if (this.#following.has(sessionId)) return;
    const path = await this.#bringUpToDate(sessionId);
    this.#following.set(sessionId, await FollowedSession.start(path, loadPrices(this.#home), listeners));
  }

  /** Ends the watch, and stores what came. Does nothing for a session that is not followed. */
  async stop(sessionId: string): Promise<void> {
    const followed = this.#following.get(sessionId);
    if (!followed) return;
    this.#following.delete(sessionId);
    await followed.close();
    // The transcript may be gone by now: then the session stays as it was imported first.
    await this.#bringUpToDate(sessionId).catch(() => null);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#following.keys()].map((sessionId) => this.stop(sessionId)));
  }

  /** Imports the transcript as it is now. Answers where it lies. */
  async #bringUpToDate(sessionId: string): Promise<string> {
    const { session } = await readStoredSession(this.#home, sessionId);
    const path = session?.importedFrom?.path;
    if (path === undefined)
      throw new EngineFault(
        'own',
        'This session was not imported, so there is nothing to follow. It is live as it is.',
      );
    await this.#release();
    const steps: PathsStep[] = [];
    await runImport(
      { kind: 'paths', home: this.#home, paths: [path], prices: loadPrices(this.#home) },
      { onStep: (told) => told.kind === 'paths' && steps.push(told.step) },
    );
    for (const step of steps) {
      if (step.kind === 'fault') throw new EngineFault('unreadable-source', step.message);
      if (step.kind === 'session' && step.session.sessionId === sessionId && step.session.outcome === 'kept')
        throw new EngineFault('kept', 'This session was gone on with here, so it no longer follows its transcript.');
    }
    return path;
  }
}
