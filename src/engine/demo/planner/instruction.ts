import { askListIn } from './ask-list.ts';
import { clausesOf } from './clauses.ts';
import type { Desk } from './desk.ts';
import { askAgents } from './directives/ask-agents.ts';
import { readDefine } from './directives/define.ts';
import { readDocument } from './directives/document.ts';
import { readExplain } from './directives/explain.ts';
import { forkOut, readForkWithoutParts } from './directives/fork-out.ts';
import { notUnderstood, readHelp, readRemark } from './directives/help.ts';
import { readJsonOption } from './directives/json-option.ts';
import { readList } from './directives/list.ts';
import { readRead } from './directives/read.ts';
import { readRepair } from './directives/repair.ts';
import { readReplace } from './directives/replace.ts';
import { readRun, readRunTests } from './directives/run.ts';
import { readSearch } from './directives/search.ts';
import { readStop } from './directives/stop.ts';
import { readAppend, readWrite } from './directives/write.ts';
import { forkListIn } from './fork-list.ts';
import type { Outcome, Routine } from './routine.ts';
import type { ClauseReader, Task } from './task.ts';

/** Order matters: the more particular reader comes first. */
const READERS: readonly ClauseReader[] = [
  readHelp,
  readRemark,
  readStop,
  readRepair,
  readJsonOption,
  readDocument,
  readReplace,
  readAppend,
  readWrite,
  readRunTests,
  readRun,
  readDefine,
  readSearch,
  readList,
  readExplain,
  readRead,
  readForkWithoutParts,
];

/** The tasks that an instruction asks for, in order. */
export function tasksOf(instruction: string): Task[] {
  const questions = askListIn(instruction);
  if (questions && questions.asks.length > 0) return [...tasksOf(questions.before), askAgents(questions.asks)];
  const list = forkListIn(instruction);
  if (!list) return clauseTasks(instruction);
  const alone = (desk: Desk) => oneAfterAnother(desk, list.parts.flatMap(clauseTasks));
  return [...clauseTasks(list.before), forkOut(list.parts, alone)];
}

function clauseTasks(instruction: string): Task[] {
  const tasks = clausesOf(instruction).map((clause) => firstTask(clause) ?? notUnderstood(clause));
  // "Find the bug and fix it" is one repair; "run it, then run it" is two runs.
  return tasks.filter(({ key }, index) => key !== 'repair' || tasks[index - 1]?.key !== 'repair');
}

function firstTask(clause: string): Task | undefined {
  for (const read of READERS) {
    const task = read(clause);
    if (task) return task;
  }
  return undefined;
}

/** Does tasks in a row and leaves their outcomes on the desk; the last one is handed back. */
function* oneAfterAnother(desk: Desk, tasks: readonly Task[]): Routine<Outcome> {
  let last: Outcome = { said: '' };
  for (const [index, task] of tasks.entries()) {
    last = yield* task.run(desk);
    if (index < tasks.length - 1) {
      desk.outcomes.push(last);
      desk.unsaid.push(last.said);
    }
  }
  return last;
}
