import type { CallPart, Part, ResultPart } from '../../core/session/message.ts';
import type { BranchState } from '../../core/session/state.ts';
import type { BoundReached } from '../../core/subagent/bounds.ts';
import { MAX_INITIAL_STREAM_ATTEMPTS, planForEmptyAnswer } from '../../core/subagent/empty-answers.ts';
import { readCompletion } from '../../core/subagent/read-completion.ts';
import { renderTextResults } from '../../core/subagent/text-tools.ts';
import { EMPTY_ANSWER_STAND_IN, graceRequest, NO_TOOLS_USED } from '../../core/subagent/texts.ts';
import { BranchFailure } from '../agent/branch-failure.ts';
import { BLOCKED_CALL, blockedSentence, CUT_CALL, cutSentence } from '../agent/conversation-policy.ts';
import { InterruptedError, type ModelAnswer, type RequestRules } from '../agent/model-call.ts';
import { RepeatWatch } from '../agent/repeat-watch.ts';
import type { Judgement, RunPolicy, StepWatch } from '../agent/run-policy.ts';
import { Stopwatch } from '../agent/stopwatch.ts';
import type { Toolbox } from '../agent/toolbox.ts';
import { ModelError } from '../providers/model-adapter.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import type { RunRole } from './run-role.ts';
import { BoundsWatch } from './subagent-bounds.ts';

/** How long the one step at a bound may take, in milliseconds: long enough for a page of findings. */
const GRACE_MS = 60_000;

const COMPLETION = 'attempt_completion';
const AFTER_COMPLETION = 'Not run: the task was finished by a call before this one.';
const GRACE_CALL = 'Not run: this was the last step, and no tool runs in it.';

export interface SubagentPolicyOptions {
  readonly role: RunRole;
  branch(): BranchState;
  readonly clock: () => number;
  callId(): string;
  /** The last text that the model wrote in this branch. */
  lastText(): string | null;
}

/**
 * A subagent: it ends with an accepted `attempt_completion`. Answers without a call are asked again a few times. At a
 * bound it gets one last step without tools for its findings, which are handed on as they stand.
 */
export class SubagentPolicy implements RunPolicy {
  readonly rules: RequestRules;
  readonly toolbox: Toolbox;
  readonly #options: SubagentPolicyOptions;
  readonly #stopwatch: Stopwatch;
  readonly #bounds: BoundsWatch;
  readonly #repeats: RepeatWatch;
  #retries = 0;
  /** Set from the bound on: the next answer is the last. */
  #grace: BoundReached | null = null;
  #wasStopped = false;

  constructor(options: SubagentPolicyOptions) {
    const { role, clock, branch } = options;
    this.#options = options;
    this.#stopwatch = new Stopwatch(clock);
    this.#bounds = new BoundsWatch(role.bounds, branch, this.#stopwatch);
    this.#repeats = new RepeatWatch(role.bounds.identicalCalls);
    this.rules = { takesEmpty: true, attempts: MAX_INITIAL_STREAM_ATTEMPTS, silentMs: role.bounds.silentModelMs };
    const { tools, refusal, whenAsking } = role;
    this.toolbox = { tools, refusal, whenAsking, mayStartBranches: false };
  }

  beforeStep(): string | null {
    this.#grace ??= this.#bounds.reached;
    return this.#grace && graceRequest(this.#grace.words);
  }

  watch(signal: AbortSignal): StepWatch {
    const limit = new AbortController();
    const elapsed = this.#stopwatch.elapsedMs;
    const at = this.#grace ? elapsed + GRACE_MS : this.#options.role.bounds.wallClockMs;
    this.#wasStopped = false;
    const end = this.#stopwatch.ringAt(at, () => {
      this.#wasStopped = true;
      limit.abort();
    });
    return { signal: AbortSignal.any([signal, limit.signal]), end };
  }

  judge(answer: ModelAnswer): Judgement {
    this.#bounds.steps++;
    const read = readAnswer(answer, this.#options.role, this.#options.callId);
    if (this.#grace) return this.#lastWord(this.#grace, read);
    if (answer.reason === 'safety') {
      return this.#fail(read, blockedSentence(answer.providerReason), BLOCKED_CALL);
    }
    if (read.calls.length === 0) {
      return answer.reason === 'other' ? this.#fail(read, cutSentence(answer), '') : this.#askAgain(read);
    }
    this.#retries = 0;
    const cut = this.#repeats.noteCut(answer, read.instead.size > 0);
    return cut === null ? this.#run(read) : this.#fail(read, cut, CUT_CALL);
  }

  resultParts(results: readonly ResultPart[]): readonly Part[] {
    const told = this.#repeats.warned(results);
    return this.#options.role.textMode ? [{ kind: 'text', text: renderTextResults(told) }] : told;
  }

  recover(error: unknown): boolean {
    const isSilence = error instanceof ModelError && error.kind === 'silence';
    const isStop = error instanceof InterruptedError && this.#wasStopped;
    if (this.#grace && (error instanceof ModelError || isStop)) {
      const partial = isStop ? error.partialText : '';
      throw this.#ended(this.#grace, partial);
    }
    if (isSilence) this.#bounds.silentMs = this.#options.role.bounds.silentModelMs;
    return isSilence || isStop;
  }

  wait(isWaiting: boolean): void {
    if (isWaiting) this.#stopwatch.hold();
    else this.#stopwatch.goOn();
  }

  /** What came in the step at the bound is what there is. */
  #lastWord(bound: BoundReached, read: ReadAnswer): Judgement {
    const completion = read.calls.map(({ name, args }) => (name === COMPLETION ? readCompletion(args) : null));
    const result = completion.flatMap((found) => (found?.accepted ? [found.result] : []))[0];
    const { message, report = null } = this.#ended(bound, result ?? read.text);
    return { ...this.#fail(read, message, GRACE_CALL), report, bound: bound.kind };
  }

  #ended({ words, kind }: BoundReached, findings: string): BranchFailure {
    const report = findings.trim() === '' ? this.#options.lastText() : findings.trim();
    return new BranchFailure(words, { report, bound: kind });
  }

  #fail(read: ReadAnswer, reason: string, unrun: string) {
    // In text mode the history holds no calls that would have to be answered.
    const calls = this.#options.role.textMode ? [] : read.calls;
    return { ...kept(read), kind: 'fail' as const, calls, unrun, reason };
  }

  #askAgain(read: ReadAnswer): Judgement {
    const plan = planForEmptyAnswer(read.text, this.#retries);
    if (plan.action === 'fail') return this.#fail(read, plan.reason, '');
    this.#retries = plan.retries;
    return { ...kept(read), kind: 'again', note: NO_TOOLS_USED };
  }

  #run(read: ReadAnswer): Judgement {
    const { instead } = read;
    let ends: string | null = null;
    for (const call of read.calls) {
      if (instead.has(call.callId)) continue;
      if (ends !== null) instead.set(call.callId, AFTER_COMPLETION);
      else if (this.#bounds.identicalCalls > 0) instead.set(call.callId, 'Not run: the run was stopped.');
      else {
        this.#note(call, instead);
        if (call.name !== COMPLETION || instead.has(call.callId)) continue;
        const completion = readCompletion(call.args);
        if (completion.accepted) ends = completion.result;
      }
    }
    return { kind: 'run', parts: read.parts, calls: read.calls, instead, ends };
  }

  /** Counts equal calls in a row: some are warned of, one too many is not run. */
  #note(call: CallPart, instead: Map<string, string>): void {
    const count = this.#repeats.note(call);
    if (count === 0) return;
    this.#bounds.identicalCalls = count;
    instead.set(call.callId, `Not run: it was the same call for the ${count}th time in a row.`);
  }
}

/** A history cannot hold an answer without a word: a stand-in takes its place. */
function kept({ parts, text, calls }: ReadAnswer): Pick<Judgement, 'parts' | 'author'> {
  if (text.trim() !== '' || calls.length > 0) return { parts };
  const others = parts.filter((part) => part.kind !== 'text' || part.thought);
  return { parts: [...others, { kind: 'text', text: EMPTY_ANSWER_STAND_IN }], author: 'stand-in' };
}
