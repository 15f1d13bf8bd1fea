import type { Part } from '../../session/message.ts';
import type { BranchEvents } from '../draft-events.ts';
import { dollarsAt, textAt } from '../foreign-value.ts';
import type { ListedChain } from '../listed-chain.ts';
import { toolTitle } from '../tool-title.ts';
import type { DraftEvent } from '../transcript-draft.ts';
import { type ClineRead, clineUsage, type HistoryMessage, type WindowRow } from './cline-read.ts';
import { jsonText, modelName, SILENT_ROWS } from './cline-rows.ts';

interface OpenRequest {
  readonly id: string;
  readonly row: WindowRow;
  readonly answer: HistoryMessage | null;
  /** Calls of the answer that no row of the window was matched with yet. */
  readonly calls: { readonly callId: string; readonly name: string }[];
  /** Without a history, the answer is put together from the window. */
  readonly parts: Part[];
  readonly results: Part[];
}

/** Walks through the rows of a task's window, and lays the history beside them: one answer for each request. */
export class TaskBuilder {
  readonly #chain: ListedChain;
  readonly #make: BranchEvents;
  readonly #read: ClineRead;
  #history = 0;
  #open: OpenRequest | null = null;
  #running: { callId: string; at: number | null } | null = null;
  #output: string[] = [];
  #serial = 0;
  #report: string | null = null;
  #failure: string | null = null;
  #hasRun = false;

  constructor(chain: ListedChain, make: BranchEvents, read: ClineRead) {
    this.#chain = chain;
    this.#make = make;
    this.#read = read;
  }

  take(row: WindowRow, index: number): void {
    const { at, type, what } = row;
    const text = textAt(row.row, 'text') ?? '';
    if (type === 'say') {
      if (index === 0 && (what === 'text' || what === 'task')) {
        this.#prompt(row, text);
        return;
      }
      if (what === 'user_feedback') {
        this.#prompt(row, text);
        return;
      }
      if (what === 'api_req_started' || what === 'deleted_api_reqs' || what === 'subagent_usage') {
        this.#request(row);
        return;
      }
      if (what === 'tool' || what === 'command') {
        this.#tool(row, text);
        return;
      }
      if (what === 'command_output') {
        this.#commandOutput(at, text);
        return;
      }
      if (what === 'text' || what === 'reasoning') {
        this.#words(text, what === 'reasoning');
        return;
      }
      if (what === 'completion_result') this.#report = text;
      if (what === 'error' || what === 'diff_error' || what === 'clineignore_error')
        this.#chain.add(this.#make.notice(at, 'warning', text));
      else if (!SILENT_ROWS.has(what)) this.#read.unknown.add(`say ${what}`, index + 1, row.row);
      return;
    }
    if (what === 'command_output') {
      this.#commandOutput(at, text);
      return;
    }
    if (what === 'api_req_failed') this.#chain.add(this.#make.notice(at, 'error', text || 'The request failed.'));
    else if (what === 'followup' || what === 'plan_mode_respond') this.#words(text, false);
    else if (!SILENT_ROWS.has(what)) this.#read.unknown.add(`ask ${what}`, index + 1, row.row);
  }

  end(): DraftEvent {
    this.#closeRequest();
    for (let message = this.#next(); message; message = this.#next()) this.#add(message, null);
    const at = this.#chain.lastAt;
    if (this.#failure !== null) return this.#make.ended(at, 'failed', this.#failure, null);
    if (this.#report !== null) return this.#make.ended(at, 'completed', null, this.#report);
    if (this.#chain.list.length === 0) return this.#make.ended(at, 'completed', 'The task holds no messages.', null);
    return this.#make.ended(at, 'interrupted', 'The task ends before it was completed.', null);
  }

  #prompt(row: WindowRow, text: string): void {
    this.#closeRequest();
    this.#chain.add(this.#make.turn(row.at));
    this.#report = null;
    // With a history, the prompt stands in it, as the model was sent it.
    if (this.#read.history.length > 0) return;
    const parts: Part[] = [{ kind: 'text', text }];
    const { images } = row.row;
    for (const image of Array.isArray(images) ? images : []) {
      const data = /^data:([^;,]+);base64,(.*)$/s.exec(String(image));
      if (data?.[1] && data[2]) parts.push({ kind: 'image', mimeType: data[1], data: data[2] });
    }
    this.#chain.add(this.#make.message(row.at, this.#id('prompt'), 'user', 'person', [this.#read.store.put(parts)]));
  }

  #request(row: WindowRow): void {
    this.#closeRequest();
    this.#failure = null;
    const id = this.#id('request');
    // Everything that the history holds before the next answer was sent with this request.
    let answer: HistoryMessage | null = null;
    const { cancelReason } = jsonText(row.row);
    if (row.what === 'api_req_started') {
      for (let message = this.#peek(); message?.role === 'user'; message = this.#peek()) {
        this.#history++;
        this.#add(message, row.at);
      }
      if (cancelReason === undefined) answer = this.#next();
    }
    this.#chain.add(this.#make.requestStarted(row.at, id, answer?.model ?? this.#read.model ?? 'unknown'));
    this.#open = { id, row, answer, calls: [...(answer?.calls ?? [])], parts: [], results: [] };
    if (row.what !== 'api_req_started') this.#closeRequest();
  }

  #closeRequest(): void {
    this.#endTool(this.#chain.lastAt);
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    const body = jsonText(open.row.row);
    const usage = clineUsage(body);
    const model = open.answer?.model ?? this.#read.model ?? 'unknown';
    const at = open.answer?.at ?? this.#chain.lastAt;
    const reason = textAt(body, 'cancelReason');
    if (reason !== null) {
      this.#failure =
        textAt(body, 'streamingFailedMessage') ?? `The request ended early: ${reason.replaceAll('_', ' ')}.`;
      this.#chain.add(this.#make.notice(at, 'warning', this.#failure));
    }
    const statedCost = dollarsAt(body, 'cost');
    const finishReason = reason ?? 'unknown';
    this.#chain.add(
      this.#make.requestEnded(at, {
        id: open.id,
        model,
        usage,
        finishReason,
        ...(statedCost === undefined ? {} : { statedCost }),
      }),
    );
    if (open.answer) this.#add(open.answer, at);
    else if (open.parts.length > 0)
      this.#chain.add(this.#make.message(at, this.#id('answer'), 'model', 'model', [this.#read.store.put(open.parts)]));
    if (open.results.length > 0)
      this.#chain.add(
        this.#make.message(at, this.#id('results'), 'user', 'tools', [this.#read.store.put(open.results)]),
      );
  }

  /** A tool that ran: one row each, whatever `partial` says, as that mark is left standing on finished rows. */
  #tool(row: WindowRow, text: string): void {
    this.#endTool(row.at);
    this.#hasRun = true;
    const body = row.what === 'command' ? { command: text } : jsonText(row.row);
    const name = row.what === 'command' ? 'execute_command' : modelName(textAt(body, 'tool') ?? 'tool');
    const calls = this.#open?.calls ?? [];
    const found = calls.findIndex((call) => call.name === name);
    const call = found < 0 ? undefined : calls.splice(found, 1)[0];
    const callId = call?.callId ?? this.#id('call');
    this.#chain.add(this.#make.toolStarted(row.at, callId, name, toolTitle(name, body)));
    this.#running = { callId, at: row.at };
    if (this.#open && !this.#open.answer) {
      this.#open.parts.push({ kind: 'call', callId, name, args: body });
      const content = row.what === 'tool' ? (textAt(body, 'content') ?? '') : '';
      this.#open.results.push({ kind: 'result', callId, name, text: content, isError: false });
    }
  }

  #commandOutput(at: number | null, text: string): void {
    if (!this.#running || text === '') return;
    this.#chain.add(this.#make.terminal(at, this.#running.callId, text));
    this.#output.push(text);
    this.#running = { ...this.#running, at: at ?? this.#running.at };
  }

  #endTool(next: number | null): void {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    this.#chain.add(
      this.#make.toolEnded(this.#output.length > 0 ? running.at : (next ?? running.at), running.callId, 'ok'),
    );
    const output = this.#output.join('');
    this.#output = [];
    const results = this.#open?.results;
    const at = results?.findIndex((part) => part.kind === 'result' && part.callId === running.callId) ?? -1;
    const result = results?.[at];
    if (results && result?.kind === 'result' && output !== '') results[at] = { ...result, text: output };
  }

  #words(text: string, thought: boolean): void {
    if (text === '' || !this.#open || this.#open.answer) return;
    this.#open.parts.push({ kind: 'text', text, ...(thought ? { thought } : {}) });
  }

  #add(message: HistoryMessage, at: number | null): void {
    const isModel = message.role === 'model';
    const author = isModel ? 'model' : this.#hasRun ? 'tools' : 'person';
    this.#chain.add(this.#make.message(message.at ?? at, this.#id('message'), message.role, author, [message.parts]));
  }

  #peek(): HistoryMessage | null {
    return this.#read.history[this.#history] ?? null;
  }

  #next(): HistoryMessage | null {
    const message = this.#peek();
    if (message) this.#history++;
    return message;
  }

  #id(purpose: string): string {
    return `${purpose}-${++this.#serial}`;
  }
}
