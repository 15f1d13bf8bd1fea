import { validHistory } from '../../core/fork/valid-history.ts';
import type {
  BranchEnded,
  BranchStatusChanged,
  Compaction,
  EndStatus,
  MessageAdded,
  ReportDelivered,
  TurnStarted,
} from '../../core/session/events.ts';
import { type CallPart, type Message, type Part, textOf } from '../../core/session/message.ts';
import { contextOf } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import type { BoundKind } from '../../core/subagent/bounds.ts';
import { DeltaBuffer } from './delta-buffer.ts';
import type { SessionContext } from './session-context.ts';
import { resultFor } from './tool-calls.ts';

/** The log as one branch writes and reads it. */
export class BranchLog {
  readonly id: string;
  readonly deltas: DeltaBuffer;
  readonly #context: SessionContext;

  constructor(context: SessionContext, id: string) {
    this.id = id;
    this.#context = context;
    this.deltas = new DeltaBuffer((delta) => context.journal.append(delta));
  }

  get branch(): BranchState {
    const branch = this.#context.journal.state.branches[this.id];
    if (!branch) throw new Error(`branch ${this.id} is not in the log`);
    return branch;
  }

  /** What the branch's next request is built from. */
  get messages(): readonly Message[] {
    const { state } = this.#context.journal;
    const context = contextOf(state, this.id);
    return state.session?.importedFrom ? validHistory(context) : context;
  }

  /** The text of the last message that the model wrote in this branch; null when there is none. */
  get lastText(): string | null {
    const entry = this.branch.entries.findLast(({ author }) => author === 'model');
    return (entry && textOf(entry.message)) || null;
  }

  append(body: BranchEventBody): void {
    this.#context.journal.append({ ...body, branch: this.id });
  }

  /** Adds a message with an id of its own. */
  add(role: Message['role'], parts: readonly Part[], author: MessageAdded['author']): Message {
    const message: Message = { id: this.#context.ids('message'), role, parts };
    this.deltas.flush();
    this.append({ type: 'message-added', message, author });
    return message;
  }

  /** Answers calls that are not run. */
  answerOpen(calls: readonly CallPart[], text: string): void {
    if (calls.length === 0) return;
    this.add(
      'user',
      calls.map((call) => resultFor(call, { text, isError: true })),
      'tools',
    );
  }

  /** A history must not end on a user message, or the next one could not be added. */
  standIn(text: string, author: MessageAdded['author']): void {
    if (this.messages.at(-1)?.role !== 'user') return;
    this.add('model', [{ kind: 'text', text }], author);
  }

  end(status: EndStatus, reason: string | null, report: string | null, bound: BoundKind | null): void {
    this.deltas.flush();
    this.append({ type: 'branch-ended', status, reason, report, ...(bound === null ? {} : { bound }) });
  }
}

type InBranch<E> = E extends { readonly branch: string } ? Omit<E, 'branch'> : never;
type BranchEventBody = InBranch<
  TurnStarted | MessageAdded | BranchStatusChanged | BranchEnded | ReportDelivered | Compaction
>;
