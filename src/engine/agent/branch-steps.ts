import type { CallPart, Part, ResultPart } from '../../core/session/message.ts';
import { BranchFailure } from './branch-failure.ts';
import type { BranchLog } from './branch-log.ts';
import type { Inbox } from './mailbox.ts';
import { InterruptedError, type ModelAnswer, type RequestRules } from './model-call.ts';
import type { RunPolicy } from './run-policy.ts';
import { resultFor } from './tool-calls.ts';

/** What the steps of one turn need from their branch. */
export interface StepRun {
  readonly log: BranchLog;
  readonly inbox: Inbox;
  readonly policy: RunPolicy;
  readonly signal: AbortSignal;
  request(signal: AbortSignal, rules: RequestRules): Promise<ModelAnswer>;
  runCalls(calls: readonly CallPart[], signal: AbortSignal): Promise<ResultPart[]>;
}

/** Steps until the branch's policy says that it is done. Returns the report. */
export async function runSteps(run: StepRun): Promise<string> {
  const { log, inbox, policy, signal } = run;
  let results: readonly ResultPart[] = [];
  for (;;) {
    deliver(run, results, policy.beforeStep());
    const answer = await run.request(signal, policy.rules);
    const judgement = policy.judge(answer, !inbox.isEmpty);
    log.add('model', judgement.parts, 'model');
    switch (judgement.kind) {
      case 'end':
        return judgement.report;
      case 'again':
        results = [];
        break;
      case 'fail':
        log.answerOpen(judgement.calls, judgement.unrun);
        throw new BranchFailure(judgement.reason);
      case 'run':
        results = await answerCalls(run, judgement.calls, judgement.instead);
    }
    if (signal.aborted) {
      if (results.length > 0) log.add('user', results, 'tools');
      throw new InterruptedError('');
    }
  }
}

/** Adds one user message of the results and of all that waits: roles must alternate. */
function deliver({ log, inbox }: StepRun, results: readonly ResultPart[], note: string | null): void {
  const delivery = inbox.take();
  const parts: Part[] = [
    ...results,
    ...(delivery?.parts ?? []),
    ...(note === null ? [] : [{ kind: 'text', text: note } as const]),
  ];
  if (parts.length === 0) return;
  const message = log.add('user', parts, results.length > 0 ? 'tools' : (delivery?.author ?? 'tools'));
  if (delivery && delivery.from.length > 0) {
    log.append({ type: 'report-delivered', from: delivery.from, messageId: message.id });
  }
}

/** One result per call, in the calls' order. */
async function answerCalls(
  run: StepRun,
  calls: readonly CallPart[],
  instead: ReadonlyMap<string, string>,
): Promise<ResultPart[]> {
  const ran = await run.runCalls(
    calls.filter(({ callId }) => !instead.has(callId)),
    run.signal,
  );
  const byId = new Map(ran.map((result) => [result.callId, result]));
  return calls.map((call) => byId.get(call.callId) ?? resultFor(call, unrun(instead.get(call.callId))));
}

function unrun(text = 'Not run.'): { text: string; isError: boolean } {
  return { text, isError: true };
}
