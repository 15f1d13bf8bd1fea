import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything is kept: `$FORKSCOPE_HOME`, or the platform's own data folder. */
export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (env.FORKSCOPE_HOME) return env.FORKSCOPE_HOME;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Forkscope');
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Forkscope');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'forkscope');
}

/** The paths of one session. */
export interface SessionFolder {
  readonly folder: string;
  readonly events: string;
  readonly blobs: string;
  readonly lock: string;
  /** Comments and findings of people: the log is the agent's. */
  readonly review: string;
}

export function sessionsFolder(home: string): string {
  return join(home, 'sessions');
}

export function sessionFolder(home: string, sessionId: string): SessionFolder {
  const folder = join(sessionsFolder(home), sessionId);
  return {
    folder,
    events: join(folder, 'events.jsonl'),
    blobs: join(folder, 'blobs'),
    lock: join(folder, 'lock'),
    review: join(folder, 'review.jsonl'),
  };
}
