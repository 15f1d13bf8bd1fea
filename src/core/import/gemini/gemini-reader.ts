import type { Part } from '../../session/message.ts';
import type { Usage } from '../../session/usage.ts';
import { boundedValue } from '../bounded-value.ts';
import { countsAt, isRow, type Row, rowsAt, rowsOf, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import { printOf } from '../row-print.ts';
import type { ReaderOptions, SourceFile, Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import type { PartStore, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import type { GeminiCall, GeminiConversation } from './gemini-conversation.ts';
import { geminiDraft } from './gemini-draft.ts';
import { geminiParts } from './gemini-parts.ts';

const NOTICES: ReadonlySet<string> = new Set(['info', 'warning', 'error']);

/** Reads Gemini CLI chats: one object with its messages, or lines that add, replace, set and rewind. */
export class GeminiReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #files: GeminiConversation[] = [];
  readonly #unknown = new UnknownRows();
  #file: GeminiConversation = newConversation('');
  #serial = 0;
  #last = '';

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#file = newConversation(file.name);
    this.#last = '';
    this.#files.push(this.#file);
  }

  row(row: Row, line: number): void {
    // Messages are known by their ids. A rewind that was written twice went back once: a second one would find no message.
    if (typeof row.id !== 'string') {
      const print = printOf(row);
      if (print === this.#last) return;
      this.#last = print;
    } else {
      this.#last = '';
    }
    if ('$rewindTo' in row) {
      this.#rewind(row.$rewindTo);
      return;
    }
    if (isRow(row.$set)) {
      this.#set(row.$set);
      return;
    }
    if (typeof row.type === 'string' && (typeof row.id === 'string' || 'content' in row)) {
      this.#add(row);
      return;
    }
    if ('sessionId' in row || 'messages' in row) {
      this.#header(row);
      for (const message of rowsOf(row.messages)) this.#add(message);
      return;
    }
    this.#unknown.add(Object.keys(row).slice(0, 3).join(', ') || 'an empty row', line, row, this.#file.name);
  }

  finish(): TranscriptDraft {
    return geminiDraft(this.#files, this.#unknown, this.#options);
  }

  #header(row: Row): void {
    const file = this.#file;
    file.sessionId ??= textAt(row, 'sessionId');
    file.isSubagent ||= row.kind === 'subagent';
    file.startAt ??= timeOf(row.startTime);
    file.title = textAt(row, 'summary') ?? file.title;
    const { directories } = row;
    if (Array.isArray(directories) && typeof directories[0] === 'string' && file.root === '')
      file.root = directories[0];
  }

  #set(set: Row): void {
    this.#header(set);
    if (!Array.isArray(set.messages)) return;
    const before = this.#file.messages;
    this.#file.messages = new Map();
    for (const message of rowsOf(set.messages)) this.#add(message);
    const gone = [...before.values()].filter(({ id }) => !this.#file.messages.has(id));
    if (gone.length > 0) this.#file.rewound.push({ after: null, messages: gone });
  }

  #rewind(to: unknown): void {
    const all = [...this.#file.messages.values()];
    const from = Math.max(
      0,
      all.findIndex(({ id }) => id === to),
    );
    const gone = all.slice(from);
    for (const { id } of gone) this.#file.messages.delete(id);
    const after = all.slice(0, from).findLast(({ type }) => type !== 'notice')?.id ?? null;
    if (gone.length > 0) this.#file.rewound.push({ after, messages: gone });
  }

  #add(row: Row): void {
    const id = textAt(row, 'id') ?? `unnamed-${++this.#serial}`;
    const type = row.type === 'user' ? 'user' : NOTICES.has(String(row.type)) ? 'notice' : 'gemini';
    const parts: Part[] = rowsAt(row, 'thoughts').flatMap(thoughtPart);
    const content = geminiParts(row.content);
    parts.push(...content);
    const calls: GeminiCall[] = [];
    const results: Part[] = [];
    let resultsAt: number | null = null;
    for (const [index, tool] of rowsAt(row, 'toolCalls').entries()) {
      const callId = textAt(tool, 'id') ?? `${id}-call-${index + 1}`;
      const name = textAt(tool, 'name') ?? '';
      const args = boundedValue(tool.args);
      const at = timeOf(tool.timestamp);
      const answer = resultOf(tool, callId, name);
      parts.push({ kind: 'call', callId, name, args });
      results.push(...answer);
      if (answer.length > 0) resultsAt = at ?? resultsAt;
      calls.push({ callId, name, title: toolTitle(name, args), at, status: statusOf(tool, answer.length > 0) });
    }
    const text = content.flatMap((part) => (part.kind === 'text' && part.thought !== true ? [part.text] : [])).join('');
    this.#file.messages.set(id, {
      id,
      type,
      level: row.type === 'error' ? 'error' : row.type === 'warning' ? 'warning' : 'info',
      at: timeOf(row.timestamp),
      text: shortCopy(text, 4_000),
      parts: this.#store.put(parts),
      calls,
      results: results.length > 0 ? this.#store.put(results) : null,
      resultsAt,
      model: textAt(row, 'model'),
      usage: isRow(row.tokens) ? usageOf(row.tokens) : null,
    });
  }
}

function newConversation(name: string): GeminiConversation {
  return {
    name,
    sessionId: null,
    isSubagent: false,
    startAt: null,
    root: '',
    title: null,
    messages: new Map(),
    rewound: [],
  };
}

function thoughtPart(thought: Row): Part[] {
  const text = [textAt(thought, 'subject'), textAt(thought, 'description')].filter((each) => each !== null).join('\n');
  return text === '' ? [] : [{ kind: 'text', text, thought: true }];
}

/** The answer to a call: what the model was given, or else what the person was shown. */
function resultOf(tool: Row, callId: string, name: string): Part[] {
  const { result } = tool;
  if (result === null || result === undefined) return [];
  const parts = geminiParts(result).map((part) => (part.kind === 'result' ? { ...part, callId } : part));
  if (parts.some(({ kind }) => kind === 'result')) return parts;
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  const shown = textAt(tool, 'resultDisplay') ?? '';
  return [{ kind: 'result', callId, name, text: text || shown, isError: tool.status === 'error' }];
}

function statusOf(tool: Row, hasResult: boolean): GeminiCall['status'] {
  if (tool.status === 'error') return 'error';
  if (tool.status === 'cancelled') return 'interrupted';
  return hasResult ? 'ok' : null;
}

/** `input` counts cached tokens in; thoughts are apart from the output. Null when a number can be no count. */
function usageOf(tokens: Row): Usage | null {
  const counts = countsAt(tokens, ['input', 'cached', 'output', 'thoughts']);
  if (!counts) return null;
  const { input, cached, output, thoughts } = counts;
  return { input, cacheRead: cached, cacheWrite: 0, output, thoughts };
}
