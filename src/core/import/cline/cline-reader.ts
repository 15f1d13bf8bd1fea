import type { Part } from '../../session/message.ts';
import { anthropicParts } from '../claude/anthropic-parts.ts';
import { type Row, rowAt, rowsAt, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import { printOf } from '../row-print.ts';
import { NO_FILE, type ReaderOptions, type SourceFile, type Translator } from '../source-info.ts';
import type { PartStore, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import { clineDraft } from './cline-draft.ts';
import type { HistoryMessage, WindowRow } from './cline-read.ts';

/** Reads a classic Cline task: the window's rows, the history sent to the model, and the task's metadata. */
export class ClineReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #window: WindowRow[] = [];
  readonly #history: HistoryMessage[] = [];
  readonly #names = new Map<string, string>();
  readonly #unknown = new UnknownRows();
  #file: SourceFile = NO_FILE;
  #model: string | null = null;
  readonly #rows = new Set<string>();
  #last = '';

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#file = file;
    this.#last = '';
  }

  row(row: Row, line: number): void {
    if (this.#isRepeat(row)) return;
    if (row.type === 'say' || row.type === 'ask') {
      this.#windowRow(row, row.type);
      return;
    }
    if (row.role === 'user' || row.role === 'assistant') {
      this.#historyRow(row);
      return;
    }
    const [use] = rowsAt(row, 'model_usage').slice(-1);
    if (use) this.#model ??= textAt(use, 'model_id');
    if (!('files_in_context' in row) && !use)
      this.#unknown.add(textAt(row, 'type') ?? 'no type', line, row, this.#file.name);
  }

  finish(): TranscriptDraft {
    const read = {
      window: this.#window,
      history: this.#history,
      model: this.#model,
      unknown: this.#unknown,
      store: this.#store,
    };
    return clineDraft(read, this.#options);
  }

  /** A row that was written twice counts once: rows with a time wherever they stand, others right after their twin. */
  #isRepeat(row: Row): boolean {
    const print = printOf(row);
    const isTwin = print === this.#last;
    this.#last = print;
    if (isTwin) return true;
    if (timeOf(row.ts) === null) return false;
    const isKnown = this.#rows.has(print);
    this.#rows.add(print);
    return isKnown;
  }

  #windowRow(row: Row, type: 'ask' | 'say'): void {
    this.#model = textAt(rowAt(row, 'modelInfo'), 'modelId') ?? this.#model;
    this.#window.push({ at: timeOf(row.ts), type, what: textAt(row, type) ?? '', row });
  }

  #historyRow(row: Row): void {
    const nameOf = (callId: string) => this.#names.get(callId) ?? '';
    const parts: Part[] = anthropicParts(row.content, nameOf);
    const calls = parts.flatMap((part) => (part.kind === 'call' ? [part] : []));
    for (const { callId, name } of calls) this.#names.set(callId, name);
    const text = parts.flatMap((part) => (part.kind === 'text' && part.thought !== true ? [part.text] : [])).join('\n');
    this.#history.push({
      role: row.role === 'user' ? 'user' : 'model',
      at: timeOf(row.ts),
      parts: this.#store.put(parts),
      calls: calls.map(({ callId, name, args }) => ({ callId, name, args })),
      text: shortCopy(text, 4_000),
      model: textAt(rowAt(row, 'modelInfo'), 'modelId'),
    });
  }
}
