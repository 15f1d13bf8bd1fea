import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Content-addressed texts of one session: request segments and large outputs, each stored once. */
export class BlobStore {
  readonly #folder: string;
  readonly #known = new Set<string>();
  #pending: Promise<void> = Promise.resolve();
  #fault: Error | null = null;
  #serial = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores in the background, in order. A failed write shows in `flush`. */
  put(hash: string, text: string): void {
    if (this.#known.has(hash)) return;
    this.#known.add(hash);
    this.#pending = this.#pending
      .then(() => this.#write(hash, text))
      .catch((error: Error) => {
        this.#known.delete(hash);
        this.#fault = error;
      });
  }

  async get(hash: string): Promise<string> {
    await this.#pending;
    return readFile(this.#path(hash), 'utf8');
  }

  /** Waits for what was put; throws the first failure since the last flush. */
  async flush(): Promise<void> {
    await this.#pending;
    const fault = this.#fault;
    this.#fault = null;
    if (fault) throw fault;
  }

  async #write(hash: string, text: string): Promise<void> {
    const path = this.#path(hash);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.${this.#serial++}`;
    await writeFile(temporary, text);
    await rename(temporary, path);
  }

  #path(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2));
  }
}
