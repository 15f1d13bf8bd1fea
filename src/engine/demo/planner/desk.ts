import { fileText, isPart, listedPaths, plainText } from './file-text.ts';
import type { Outcome } from './routine.ts';
import { type CallResult, textArgument } from './tool-call.ts';

export interface FileChange {
  readonly path: string;
  readonly how: 'created' | 'edited';
}

export interface CommandRun {
  readonly command: string;
  readonly ok: boolean;
  readonly output: string;
}

/**
 * Everything the planner knows at a moment of the replay: the files as far as they were read or written, the folders
 * that were listed, the commands that ran, and what its tasks came to. Filled from the conversation only.
 */
export class Desk {
  readonly tools: ReadonlySet<string>;
  readonly isFork: boolean;
  readonly outcomes: Outcome[] = [];
  /** Texts that wait to be said with the next step or at the end. */
  readonly unsaid: string[] = [];
  readonly commands: CommandRun[] = [];
  /** What "it" means: the file, or the name in a file, that was looked at last. */
  focus: { readonly path: string; readonly name?: string } | undefined;
  readonly #files = new Map<string, string>();
  readonly #fresh = new Set<string>();
  readonly #read = new Set<string>();
  readonly #parts = new Set<string>();
  readonly #originals = new Map<string, string | undefined>();
  #paths: Set<string> | undefined;

  constructor(tools: ReadonlySet<string>, isFork: boolean) {
    this.tools = tools;
    this.isFork = isFork;
  }

  /** Takes in one result. `own` is false for what came before this turn. */
  note({ call, output, isError }: CallResult, own: boolean): void {
    if (call.name === 'bash') {
      if (own)
        this.commands.push({ command: textArgument(call, 'command') ?? '', ok: !isError, output: plainText(output) });
      return;
    }
    const path = textArgument(call, 'path');
    if (isError || path === undefined) return;
    switch (call.name) {
      case 'list_files':
        this.#paths ??= new Set();
        for (const listed of listedPaths(output, path)) this.#paths.add(listed);
        break;
      case 'read_file':
        if (call.args.offset !== undefined || call.args.limit !== undefined) return;
        this.#files.set(path, fileText(output));
        if (isPart(output)) this.#parts.add(path);
        else this.#parts.delete(path);
        if (own) {
          this.#read.add(path);
          this.#fresh.add(path);
        }
        break;
      case 'write_file':
        this.#change(path, textArgument(call, 'content') ?? '', own);
        break;
      case 'edit_file': {
        const [before, after] = [textArgument(call, 'old_text') ?? '', textArgument(call, 'new_text') ?? ''];
        const content = this.#files.get(path);
        if (content !== undefined)
          this.#change(
            path,
            content.replace(before, () => after),
            own,
          );
        break;
      }
    }
  }

  #change(path: string, content: string, own: boolean): void {
    if (own) {
      if (!this.#originals.has(path)) this.#originals.set(path, this.#files.get(path));
      this.#fresh.add(path);
    }
    this.#paths?.add(path);
    this.#files.set(path, content);
  }

  file(path: string): string | undefined {
    return this.#files.get(path);
  }

  /** True when the content was seen in this turn, so that it may be edited. */
  isFresh(path: string): boolean {
    return this.#fresh.has(path);
  }

  /** False when a read showed the beginning of the file only. */
  isWhole(path: string): boolean {
    return !this.#parts.has(path);
  }

  get knownFiles(): ReadonlyMap<string, string> {
    return this.#files;
  }

  /** Files read in this turn. */
  get readNow(): readonly string[] {
    return [...this.#read];
  }

  /** Files and folders (with "/" at the end) as listed; undefined when nothing was listed yet. */
  get paths(): readonly string[] | undefined {
    return this.#paths && [...this.#paths].sort();
  }

  /** What this turn changed, without what it put back. */
  get changes(): readonly FileChange[] {
    return [...this.#originals]
      .filter(([path, original]) => this.#files.get(path) !== original)
      .map(([path, original]) => ({ path, how: original === undefined ? 'created' : 'edited' }));
  }
}
