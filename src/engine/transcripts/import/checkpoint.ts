/** A person stopped the import. Nothing was written. */
export class ImportCancelled extends Error {
  constructor() {
    super('The import was cancelled. Nothing was changed; start it again to import the transcript.');
    this.name = 'ImportCancelled';
  }
}

export interface ImportProgress {
  /** While `finding`, files are counted instead of bytes. */
  readonly phase: 'finding' | 'reading' | 'writing';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** How long work may go on until the event loop gets a turn, in milliseconds. */
const TURN_MS = 40;

/** Long work calls this often: it reports, gives way to the event loop, and ends the work when it was cancelled. */
export class Checkpoint {
  readonly #signal: AbortSignal | undefined;
  readonly #report: ((progress: ImportProgress) => void) | undefined;
  #last = performance.now();

  constructor(signal?: AbortSignal, report?: (progress: ImportProgress) => void) {
    this.#signal = signal;
    this.#report = report;
  }

  isDue(): boolean {
    return performance.now() - this.#last > TURN_MS;
  }

  async pass(progress: ImportProgress): Promise<void> {
    this.#report?.(progress);
    await new Promise((resolve) => setImmediate(resolve));
    this.#last = performance.now();
    if (this.#signal?.aborted) throw new ImportCancelled();
  }
}
