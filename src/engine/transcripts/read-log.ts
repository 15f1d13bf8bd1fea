import { LOG_VERSION, type SessionEvent } from '../../core/session/events.ts';
import { fold, isSessionEvent } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type Problem, type SessionState } from '../../core/session/state.ts';
import { type LinesRead, readLines } from './read-lines.ts';

/** A log as it was found. Bad lines are reported with their number and stay in the file. */
export interface ReadLog extends LinesRead {
  readonly events: readonly SessionEvent[];
  readonly problems: readonly Problem[];
}

export class LogError extends Error {
  readonly code: 'not-found' | 'foreign' | 'newer';
  constructor(code: LogError['code'], message: string) {
    super(message);
    this.name = 'LogError';
    this.code = code;
  }
}

/** Reads a log line by line, without holding the file twice. Throws `LogError` when it is not a log of ours. */
export async function readLog(path: string): Promise<ReadLog> {
  const events: SessionEvent[] = [];
  const problems: Problem[] = [];
  const read = await readLines(path, (text, line) => takeLine(text, line, events, problems)).catch(sayNotFound(path));
  const header = events[0];
  if (header?.type === 'session-created' && header.version > LOG_VERSION) {
    throw new LogError(
      'newer',
      `This session was written by a newer Forkscope (format ${header.version}, this one reads ${LOG_VERSION}). Update Forkscope to open it.`,
    );
  }
  if (header?.type !== 'session-created') {
    throw new LogError(
      'foreign',
      `${path} does not begin with a Forkscope header, so it is not a session of ours. Choose another file, or import it.`,
    );
  }
  return { events, problems, ...read };
}

function sayNotFound(path: string) {
  return (error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new LogError(
      'not-found',
      `There is no session log at ${path}. List the stored ones with \`forkscope sessions\`.`,
    );
  };
}

function takeLine(text: string, line: number, events: SessionEvent[], problems: Problem[]): void {
  if (text.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push({ line, reason: 'the line is not valid JSON; it was skipped and kept in the file' });
    return;
  }
  if (isSessionEvent(value)) events.push(value);
  else problems.push({ line, reason: 'the line is not an event that this version knows; it was skipped and kept' });
}

/** The state that a log folds to, with its problems. */
export function stateOf(log: Pick<ReadLog, 'events' | 'problems'>): SessionState {
  const state = fold(EMPTY_SESSION, log.events);
  return log.problems.length === 0 ? state : { ...state, problems: [...log.problems, ...state.problems] };
}
