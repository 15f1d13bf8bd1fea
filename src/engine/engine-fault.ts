import type { Fault } from '../shared/result.ts';
import { fileFault } from './file-fault.ts';
import { StorageError } from './transcripts/event-log.ts';
import { LogError } from './transcripts/read-log.ts';
import { SessionLockedError } from './transcripts/session-lock.ts';

/** An expected failure: `message` is one plain sentence with a next step, fit for a person. */
export class EngineFault extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineFault';
    this.code = code;
  }
}

/** What to tell a person about anything that was thrown. */
export function asFault(error: unknown): Fault {
  if (error instanceof EngineFault || error instanceof LogError) return { code: error.code, message: error.message };
  if (error instanceof SessionLockedError) return { code: 'locked', message: error.message };
  if (error instanceof StorageError) return { code: 'storage', message: error.message };
  const fault = fileFault(error);
  if (fault) return fault;
  const code = (error as { code?: unknown } | null)?.code;
  return {
    code: typeof code === 'string' ? code : 'fault',
    message: error instanceof Error ? error.message : String(error),
  };
}
