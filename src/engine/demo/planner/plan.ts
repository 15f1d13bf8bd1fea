import type { Answer, AnswerPart } from '../answer.ts';
import type { WireRequest } from '../wire.ts';
import { type Conversation, type RecordedStep, readConversation } from './conversation.ts';
import { Desk } from './desk.ts';
import type { Reply, Routine, Step } from './routine.ts';
import { type CallResult, sameCall } from './tool-call.ts';
import { turnRoutine } from './turn.ts';

/**
 * The embedded model's mind, as a pure function: the conversation decides what the answer is. The turn's routine is
 * replayed over the steps that were already made; the first one that was not is what the model asks for now.
 */
export function plan(request: WireRequest): Answer {
  const conversation = readConversation(request);
  const desk = new Desk(conversation.tools, conversation.isFork);
  for (const result of conversation.past) desk.note(result, false);
  return replay(turnRoutine(conversation, desk), conversation, desk);
}

function replay(routine: Routine<Step>, { turn }: Conversation, desk: Desk): Answer {
  let next = routine.next();
  let position = 0;
  while (!next.done) {
    const { value: step } = next;
    const found = turn.steps.findIndex((recorded, index) => index >= position && answers(recorded, step));
    const recorded = turn.steps[found];
    if (!recorded) return answerFor(step);
    position = found + 1;
    const reply: Reply = { results: align(step, recorded), interjection: recorded.interjection };
    for (const result of reply.results) desk.note(result, true);
    next = routine.next(reply);
  }
  return answerFor(next.value);
}

/** A recorded step counts when it made at least one of the calls; a foreign one (another model's) is passed over. */
function answers(recorded: RecordedStep, step: Step): boolean {
  return step.calls.some((call) => recorded.results.some((result) => sameCall(result.call, call)));
}

function align(step: Step, recorded: RecordedStep): CallResult[] {
  const left = [...recorded.results];
  return step.calls.map((call) => {
    const index = left.findIndex((result) => sameCall(result.call, call));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return found ?? { call, output: 'There is no result for this call.', isError: true };
  });
}

function answerFor({ thought, say, calls }: Step): Answer {
  const parts: AnswerPart[] = [];
  if (thought) parts.push({ type: 'thought', text: thought });
  if (say) parts.push({ type: 'text', text: say });
  for (const { name, args } of calls) parts.push({ type: 'call', name, args });
  return { parts };
}
