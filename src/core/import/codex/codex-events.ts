import type { Usage } from '../../session/usage.ts';
import type { BranchEvents } from '../draft-events.ts';
import type { ListedChain } from '../listed-chain.ts';
import type { DraftEvent, PartsHandle } from '../transcript-draft.ts';
import type { CodexTotal } from './codex-items.ts';
import type { CodexRollout, KeptItem } from './codex-rollout.ts';

interface Answer {
  readonly id: string;
  readonly messageId: string;
  readonly parts: PartsHandle[];
  readonly calls: Extract<KeptItem, { kind: 'call' }>[];
  readonly startAt: number | null;
  at: number | null;
  text: string;
  usage: Usage | null;
}

interface Plan {
  readonly rollout: CodexRollout;
  /** What stands before the items in the same file: the counts go on from there. */
  readonly replayed: readonly KeptItem[];
  readonly isLane: boolean;
  readonly holdLast: boolean;
  readonly prefix: string;
}

/**
 * The events of one rollout. Two logs are interleaved in it: the model's items, which are shown, and events, of which
 * only turns, exit codes and counts are taken, as the rest says the same again.
 */
export function addItems(
  chain: ListedChain,
  make: BranchEvents,
  items: readonly KeptItem[],
  plan: Plan,
): { model: string | null; end: DraftEvent; lastMessages: (string | null)[] } {
  const builder = new RolloutBuilder(chain, make, plan);
  const lastMessages: (string | null)[] = [];
  for (const [index, item] of items.entries()) {
    builder.take(item, items[index + 1] ?? null);
    lastMessages.push(builder.lastMessage);
  }
  return { end: builder.end(), model: builder.model, lastMessages };
}

class RolloutBuilder {
  readonly #chain: ListedChain;
  readonly #make: BranchEvents;
  readonly #plan: Plan;
  model: string | null = null;
  lastMessage: string | null = null;
  #answer: Answer | null = null;
  #closed: Answer | null = null;
  #spare: { usage: Usage; at: number | null } | null = null;
  #total: CodexTotal;
  #before: number | null;
  #serial = 0;
  #results: { id: string; at: number | null; handles: PartsHandle[] } | null = null;
  #turnGiven = false;
  readonly #running = new Map<string, number | null>();
  #last: 'user' | 'answer' | 'aborted' | 'results' | 'nothing' = 'nothing';
  #report: string | null = null;

  constructor(chain: ListedChain, make: BranchEvents, plan: Plan) {
    this.#chain = chain;
    this.#make = make;
    this.#plan = plan;
    this.#before = plan.replayed.length > 0 ? null : plan.rollout.startAt;
    this.#total = { input: 0, cached: 0, output: 0 };
    for (const item of plan.replayed) {
      if (item.kind === 'tokens' && item.total) this.#total = item.total;
      if (item.kind === 'context') this.model = item.model ?? this.model;
    }
  }

  take(item: KeptItem, next: KeptItem | null): void {
    const { at } = item;
    switch (item.kind) {
      case 'context':
        this.model = item.model ?? this.model;
        break;
      case 'turn':
        // The event and the message it speaks of stand beside each other, in either order.
        if (!this.#turnGiven) this.#turn(at);
        this.#turnGiven = next?.kind === 'user' && !next.isContext;
        break;
      case 'user':
        this.#user(item, next);
        break;
      case 'model':
        this.#flushResults();
        this.#open(at);
        if (this.#answer && item.parts !== null) this.#answer.parts.push(item.parts);
        if (this.#answer && item.text !== '') this.#answer.text = item.text;
        break;
      case 'call':
        this.#flushResults();
        this.#open(at);
        this.#answer?.parts.push(item.parts);
        this.#answer?.calls.push(item);
        break;
      case 'output':
        this.#output(item);
        break;
      case 'exit':
        this.#close();
        this.#endCall(item.callId, at, item.exitCode !== null && item.exitCode !== 0, item.exitCode);
        break;
      case 'tokens':
        this.#tokens(item, at);
        break;
      case 'aborted':
        this.#close();
        this.#flushResults();
        this.#chain.add(this.#make.notice(at, 'warning', 'A person interrupted the turn.'));
        this.#last = 'aborted';
        break;
      case 'notice':
        this.#close();
        this.#flushResults();
        this.#chain.add(this.#make.notice(at, item.level, item.text));
        break;
    }
    if (at !== null)
      this.#before = item.kind === 'tokens' || item.kind === 'silent' || item.kind === 'context' ? this.#before : at;
  }

  end(): DraftEvent {
    if (!this.#plan.holdLast) {
      this.#close();
      this.#flushResults();
    }
    if (this.#spare && !this.#plan.holdLast) this.#request({ ...this.#spare, startAt: this.#before });
    const at = this.#chain.lastAt ?? this.#plan.rollout.startAt;
    if (this.#last === 'aborted') return this.#make.ended(at, 'interrupted', 'A person interrupted it.', null);
    if (this.#last === 'answer' && this.#report !== null) return this.#make.ended(at, 'completed', null, this.#report);
    if (this.#last === 'nothing') return this.#make.ended(at, 'completed', 'The transcript holds no messages.', null);
    return this.#make.ended(at, 'interrupted', 'The transcript ends before a final answer.', null);
  }

  #turn(at: number | null): void {
    this.#close();
    this.#flushResults();
    if (!this.#plan.isLane) this.#chain.add(this.#make.turn(at));
  }

  #user(item: Extract<KeptItem, { kind: 'user' }>, next: KeptItem | null): void {
    this.#close();
    this.#flushResults();
    if (!item.isContext) {
      const isTold = next?.kind === 'turn';
      if (!this.#turnGiven && (isTold || !this.#plan.rollout.hasEvents)) {
        this.#turn(item.at);
        this.#turnGiven = isTold;
      } else {
        this.#turnGiven = false;
      }
    }
    const author = item.isContext ? 'notification' : 'person';
    this.#chain.add(this.#make.message(item.at, this.#newMessage(), 'user', author, [item.parts]));
    if (!item.isContext) this.#last = 'user';
  }

  #open(at: number | null): void {
    if (!this.#answer) {
      const id = `${this.#plan.prefix}r${++this.#serial}`;
      const startAt = this.#before ?? at;
      this.#answer = { id, messageId: this.#newMessage(), parts: [], calls: [], startAt, at, text: '', usage: null };
    }
    this.#answer.at = at ?? this.#answer.at;
    if (this.#spare && this.#answer.usage === null) {
      this.#answer.usage = this.#spare.usage;
      this.#spare = null;
    }
  }

  #close(): void {
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = null;
    this.#closed = answer;
    const { id, startAt, at } = answer;
    this.#chain.add(this.#make.requestStarted(startAt, id, this.model ?? 'unknown'));
    this.#chain.add({ at, body: { type: 'notice', level: 'info', branch: null, text: '' } });
    const place = this.#chain.list.length - 1;
    // The counts may come after the answer's calls have run: the end of the request is filled in then.
    this.#finish = () => {
      this.#chain.list[place] = this.#make.requestEnded(at, {
        id,
        model: this.model ?? 'unknown',
        usage: answer.usage,
        finishReason: 'unknown',
      });
    };
    this.#finish();
    this.#chain.add(this.#make.message(at, answer.messageId, 'model', 'model', answer.parts));
    for (const call of answer.calls) {
      this.#chain.add(this.#make.toolStarted(call.at, call.callId, call.name, call.title));
      if (call.isAnswered) this.#chain.add(this.#make.toolEnded(call.at, call.callId, 'ok'));
      else this.#running.set(call.callId, call.at);
    }
    this.#last = answer.calls.length > 0 ? 'results' : 'answer';
    this.#report = answer.text === '' ? null : answer.text;
  }

  #finish: () => void = () => {};

  #tokens({ total, last }: { total: CodexTotal | null; last: CodexTotal | null }, at: number | null): void {
    const counts = total ? difference(total, this.#total, last) : last;
    if (total) this.#total = total;
    if (!counts || counts.input + counts.output === 0) return;
    const usage = { input: counts.input, cacheRead: counts.cached, cacheWrite: 0, output: counts.output, thoughts: 0 };
    if (this.#answer && this.#answer.usage === null) {
      this.#answer.usage = usage;
    } else if (!this.#answer && this.#closed && this.#closed.usage === null) {
      this.#closed.usage = usage;
      this.#finish();
    } else if (this.#spare) {
      this.#request({ ...this.#spare, startAt: this.#before });
      this.#spare = { usage, at };
    } else {
      this.#spare = { usage, at };
    }
  }

  /** Tokens of a response that left no item in the file. */
  #request({ usage, at, startAt }: { usage: Usage; at: number | null; startAt: number | null }): void {
    const id = `${this.#plan.prefix}r${++this.#serial}`;
    const model = this.model ?? 'unknown';
    this.#chain.add(
      this.#make.requestStarted(startAt ?? at, id, model),
      this.#make.requestEnded(at, { id, model, usage, finishReason: 'unknown' }),
    );
  }

  #output(item: Extract<KeptItem, { kind: 'output' }>): void {
    this.#close();
    this.#endCall(item.callId, item.at, item.failed, item.exitCode);
    this.#results ??= { id: this.#newMessage(), at: item.at, handles: [] };
    this.#results.at = item.at ?? this.#results.at;
    this.#results.handles.push(item.parts);
    this.#last = 'results';
  }

  #endCall(callId: string, at: number | null, failed: boolean, exitCode: number | null): void {
    if (this.#running.delete(callId))
      this.#chain.add(this.#make.toolEnded(at, callId, failed ? 'error' : 'ok', exitCode));
  }

  #flushResults(): void {
    const results = this.#results;
    this.#results = null;
    if (results) this.#chain.add(this.#make.message(results.at, results.id, 'user', 'tools', results.handles));
  }

  /** Named when its first row is read, so that a fork from here knows what it shares. */
  #newMessage(): string {
    this.lastMessage = `${this.#plan.prefix}m${++this.#serial}`;
    return this.lastMessage;
  }
}

/** Cumulative counts become those of one response. Counts that went back (a restart) are taken from the response's own. */
function difference(total: CodexTotal, before: CodexTotal, last: CodexTotal | null): CodexTotal {
  const counts = {
    input: total.input - before.input,
    cached: total.cached - before.cached,
    output: total.output - before.output,
  };
  return counts.input < 0 || counts.cached < 0 || counts.output < 0 ? (last ?? total) : counts;
}
