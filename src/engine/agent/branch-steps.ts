import type { CallPart, ImagePart, Part, ResultPart } from '../../core/session/message.ts';
import { BranchFailure } from './branch-failure.ts';
import type { BranchLog } from './branch-log.ts';
import type { Inbox } from './mailbox.ts';
import { InterruptedError, type ModelAnswer, type RequestRules } from './model-call.ts';
import type { Judgement, RunPolicy } from './run-policy.ts';
import { type RunCalls, resultFor } from './tool-calls.ts';

/** What the steps of one turn need from their branch. */
export interface StepRun {
  readonly log: BranchLog;
  readonly inbox: Inbox;
  readonly policy: RunPolicy;
  readonly signal: AbortSignal;
  request(signal: AbortSignal, rules: RequestRules): Promise<ModelAnswer>;
  runCalls(calls: readonly CallPart[], signal: AbortSignal): Promise<RunCalls>;
  /** Children whose reports stand in the result of this call, each named once. */
  reportedBy(callId: string): readonly string[];
}

/** What the next message begins with: results, or what the branch is told in their place. */
interface Opening {
  readonly results: readonly ResultPart[];
  readonly images: readonly ImagePart[];
  readonly note: string | null;
}

const NOTHING: Opening = { results: [], images: [], note: null };
const STOPPED = '[Stopped at a limit before the answer was whole.]';
const HANDED_OVER = '[Done: the result was handed over.]';

/** Steps until the branch's policy says that it is done. Returns the report. */
export async function runSteps(run: StepRun): Promise<string> {
  const { policy, signal } = run;
  let opening = NOTHING;
  for (;;) {
    deliver(run, opening, policy.beforeStep());
    const watch = policy.watch(signal);
    try {
      const step = await takeStep(run, watch.signal);
      if (typeof step === 'string') return step;
      opening = step;
    } catch (error) {
      if (signal.aborted || !policy.recover(error)) throw error;
      standInFor(run, error);
      opening = NOTHING;
    } finally {
      watch.end();
    }
  }
}

/** One request and its calls. Returns the report when that was the last one. */
async function takeStep(run: StepRun, signal: AbortSignal): Promise<string | Opening> {
  const { log, inbox, policy } = run;
  const answer = await run.request(signal, policy.rules);
  const judgement = policy.judge(answer, !inbox.isEmpty);
  log.add('model', judgement.parts, judgement.author ?? 'model');
  switch (judgement.kind) {
    case 'end':
      return judgement.report;
    case 'again':
      if (run.signal.aborted) throw new InterruptedError('');
      return { ...NOTHING, note: judgement.note };
    case 'fail':
      log.answerOpen(judgement.calls, judgement.unrun);
      throw new BranchFailure(judgement.reason, judgement);
    case 'run':
      return await takeCalls(run, judgement, signal);
  }
}

async function takeCalls(
  run: StepRun,
  { calls, instead, ends }: Extract<Judgement, { kind: 'run' }>,
  signal: AbortSignal,
): Promise<string | Opening> {
  const { results, images } = await answerCalls(run, calls, instead, signal);
  if (run.signal.aborted) {
    addResults(run, results, images);
    throw new InterruptedError('');
  }
  if (ends === null) return { results, images, note: null };
  addResults(run, results, images);
  run.log.standIn(HANDED_OVER, 'stand-in');
  return ends;
}

/** One result per call, in the calls' order. */
async function answerCalls(
  run: StepRun,
  calls: readonly CallPart[],
  instead: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<RunCalls> {
  const ran = await run.runCalls(
    calls.filter(({ callId }) => !instead.has(callId)),
    signal,
  );
  const byId = new Map(ran.results.map((result) => [result.callId, result]));
  const results = calls.map(
    (call) => byId.get(call.callId) ?? resultFor(call, { text: instead.get(call.callId) ?? '', isError: true }),
  );
  return { results, images: ran.images };
}

/** Adds one user message of the results and of all that waits: roles must alternate. */
function deliver(run: StepRun, opening: Opening, lastWord: string | null): void {
  const delivery = run.inbox.take();
  const more: Part[] = [
    ...opening.images,
    ...(delivery?.parts ?? []),
    ...[opening.note, lastWord].flatMap((text) => (text === null ? [] : [{ kind: 'text', text } as const])),
  ];
  if (opening.results.length === 0 && more.length === 0) return;
  const messageId =
    opening.results.length > 0
      ? addResults(run, opening.results, more)
      : run.log.add('user', more, delivery?.author ?? 'tools').id;
  if (delivery && delivery.from.length > 0) {
    run.log.append({ type: 'report-delivered', from: delivery.from, messageId });
  }
}

function addResults(run: StepRun, results: readonly ResultPart[], more: readonly Part[]): string {
  const { id } = run.log.add('user', [...run.policy.resultParts(results), ...more], 'tools');
  const from = results.flatMap(({ callId }) => run.reportedBy(callId));
  if (from.length > 0) run.log.append({ type: 'report-delivered', from, messageId: id });
  return id;
}

/** What was shown of a broken answer stays; the next message needs one in front of it. */
function standInFor({ log }: StepRun, error: unknown): void {
  const partial = error instanceof InterruptedError ? error.partialText : '';
  log.standIn(partial || STOPPED, partial ? 'model' : 'stand-in');
}
