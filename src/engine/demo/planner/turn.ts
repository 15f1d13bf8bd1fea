import { type Conversation, withoutTags } from './conversation.ts';
import type { Desk } from './desk.ts';
import { helpText } from './directives/help.ts';
import { asksForOtherWork, asksToStop } from './directives/stop.ts';
import { tasksOf } from './instruction.ts';
import { type Notification, readNotifications } from './notifications.ts';
import { reportOf } from './report.ts';
import type { Outcome, Routine, Step } from './routine.ts';
import { acknowledge, sumUp } from './sum-up.ts';
import type { Task } from './task.ts';

/** How a message that only brings reports begins. */
const MACHINE_MADE = /^No person wrote this message\..*$/m;

/** One whole turn. Its return value is the last answer: what the model says when it has nothing more to call. */
export function* turnRoutine(conversation: Conversation, desk: Desk): Routine<Step> {
  const { turn, reports, isFork } = conversation;
  const heard: Notification[] = [...turn.reports];
  let how: 'done' | 'stopped' = 'done';
  if (turn.instruction !== '') how = yield* work(desk, tasksOf(turn.instruction), heard);
  else if (heard.length === 0) return { say: helpText(), calls: [] };

  if (isFork)
    return {
      thought: 'Everything is done; here is my report.',
      say: reportOf(desk, turn.instruction, how === 'stopped' ? 'Stopped on request.' : undefined),
      calls: [],
    };
  if (desk.tools.has('attempt_completion')) {
    const result = reportOf(desk, turn.instruction, how === 'stopped' ? 'Stopped on request.' : undefined);
    const call = { name: 'attempt_completion', args: { result } };
    return { thought: 'Everything is done; I hand my result over.', calls: [call] };
  }
  const news = heard.length === 0 ? '' : (heard.at(-1)?.remaining ?? 0) > 0 ? acknowledge(heard) : sumUp(reports);
  const unknown = desk.outcomes.filter((outcome) => outcome.unknown).length;
  if (unknown > 0)
    desk.unsaid.push(unknown === desk.outcomes.length ? helpText() : 'Say "help" to see what I understand.');
  const said = [how === 'stopped' ? stopText(desk) : '', ...desk.unsaid, news].filter((text) => text !== '');
  return { say: said.join('\n\n') || 'There was nothing to do.', calls: [] };
}

/** Does the tasks in order. A root says what a task came to together with the next step; a fork keeps it for its report. */
function* work(desk: Desk, tasks: readonly Task[], heard: Notification[]): Routine<'done' | 'stopped'> {
  for (const task of tasks) {
    const routine = task.run(desk);
    let next = routine.next();
    while (!next.done) {
      const missing = next.value.calls.find((call) => !desk.tools.has(call.name));
      if (missing) {
        settle(desk, {
          said: `This session does not offer me the tool \`${missing.name}\`, so I cannot do that.`,
          failed: true,
        });
        break;
      }
      const reply = yield narrated(desk, next.value);
      const how = yield* interject(desk, reply.interjection, heard);
      next = routine.next(reply);
      if (how === 'go on') continue;
      if (next.done) settle(desk, next.value);
      return how === 'stopped' ? 'stopped' : 'done';
    }
    if (next.done) settle(desk, next.value);
  }
  return 'done';
}

function settle(desk: Desk, outcome: Outcome): void {
  const isNews = outcome.said !== '' && outcome.said !== desk.outcomes.at(-1)?.said;
  desk.outcomes.push(outcome);
  if (isNews) desk.unsaid.push(outcome.said);
}

/** What a person, or a fork's report, puts in between two steps. */
function* interject(desk: Desk, text: string, heard: Notification[]): Routine<'go on' | 'stopped' | 'replaced'> {
  const news = readNotifications(text);
  heard.push(...news);
  const words = withoutTags(text).replace(MACHINE_MADE, '').trim();
  if (words === '') return 'go on';
  if (asksToStop(words)) return 'stopped';
  const how = yield* work(desk, tasksOf(words), heard);
  if (how === 'stopped') return 'stopped';
  return asksForOtherWork(words) ? 'replaced' : 'go on';
}

function narrated(desk: Desk, step: Step): Step {
  if (desk.isFork || desk.tools.has('attempt_completion') || desk.unsaid.length === 0) return step;
  const say = [...desk.unsaid.splice(0), ...(step.say === undefined ? [] : [step.say])].join('\n\n');
  return { ...step, say };
}

function stopText(desk: Desk): string {
  const changed = desk.changes.map(({ path }) => `\`${path}\``);
  const ran = desk.commands.map(({ command }) => `\`${command}\``);
  const facts = [
    desk.readNow.length > 0 ? `read ${desk.readNow.length} files` : '',
    ran.length > 0 ? `run ${[...new Set(ran)].join(', ')}` : '',
    changed.length > 0 ? `changed ${changed.join(', ')}` : '',
  ].filter((text) => text !== '');
  return `I stop here. So far I have ${facts.length > 0 ? facts.join(', ') : 'changed nothing'}.`;
}
