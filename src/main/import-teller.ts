import { asFault } from '../engine/engine-fault.ts';
import type { PathsStep } from '../engine/transcripts/import/import-paths.ts';
import type { ImportedSession, ImportNews } from '../shared/import-calls.ts';
import type { Send } from './event-feed.ts';

/** Milliseconds between two words: an import of a thousand small files would else be a flood of them. */
const TELL_EVERY_MS = 80;

/** Tells a window what an import is at. */
export class ImportTeller {
  readonly #importId: string;
  readonly #send: Send;
  #timer: NodeJS.Timeout | null = null;
  #done = 0;
  #total = 0;
  #current: ImportNews['current'] = null;
  #imported: ImportedSession[] = [];
  #faults: { path: string; message: string }[] = [];

  constructor(importId: string, send: Send) {
    this.#importId = importId;
    this.#send = send;
  }

  tell(step: PathsStep): void {
    if (step.kind === 'total') this.#total = step.total;
    if (step.kind === 'at') {
      const { phase, doneBytes, totalBytes } = step.progress;
      const share = totalBytes === 0 ? 0 : Math.min(1, doneBytes / totalBytes);
      this.#current = { path: step.path, phase, share };
    }
    if (step.kind === 'session' || step.kind === 'fault') {
      this.#current = null;
      // A path that holds no transcript is none of those that are counted.
      if (this.#total > 0) this.#done++;
    }
    if (step.kind === 'session') this.#imported.push(step.session);
    if (step.kind === 'fault') this.#faults.push({ path: step.path, message: step.message });
    this.#timer ??= setTimeout(() => this.#say(null), TELL_EVERY_MS);
  }

  /** The import as a whole went wrong. */
  fault(error: unknown): void {
    this.#faults.push({ path: '', message: asFault(error).message });
  }

  end(ended: NonNullable<ImportNews['ended']>): void {
    this.#current = null;
    this.#say(ended);
  }

  #say(ended: ImportNews['ended']): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const news = { done: this.#done, total: this.#total, current: this.#current, ended };
    this.#send('import', { importId: this.#importId, ...news, imported: this.#imported, faults: this.#faults });
    this.#imported = [];
    this.#faults = [];
  }
}
