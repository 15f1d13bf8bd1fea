import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Format } from '../../../core/import/formats.ts';
import { TOOL_NAMES } from '../../../core/import/formats.ts';
import { probeFile } from './probe-file.ts';

export interface FoundTranscript {
  /** The tool's name as a person knows it. */
  readonly tool: string;
  readonly path: string;
  readonly title: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** More than this many files of one tool are not listed; the newest come first. */
const MAX_FILES = 5_000;

/** The transcripts on this computer, newest first. Only the folders that the tools themselves use are read. */
export function findTranscripts(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): FoundTranscript[] {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  const found = [
    ...filesOf(
      'claude-code',
      join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'projects'),
      2,
      (path) => !basename(path).startsWith('agent-'),
    ),
    ...filesOf(
      'qwen-code',
      join(env.QWEN_RUNTIME_DIR ?? env.QWEN_HOME ?? join(home, '.qwen'), 'projects'),
      3,
      (path) => basename(dirname(path)) === 'chats',
    ),
    ...filesOf('gemini-cli', join(home, '.gemini', 'tmp'), 3, (path) => basename(dirname(path)) === 'chats'),
    ...filesOf('codex', join(env.CODEX_HOME ?? join(home, '.codex'), 'sessions'), 4, (path) =>
      basename(path).startsWith('rollout-'),
    ),
    ...clineFolders(env, home, platform).flatMap(clineTasks),
  ];
  return found.sort((a, b) => b.modified - a.modified);
}

function filesOf(format: Format, folder: string, depth: number, isMain: (path: string) => boolean): FoundTranscript[] {
  return filesBelow(folder, depth)
    .filter((path) => /\.jsonl?$/.test(path) && isMain(path))
    .flatMap((path) => found(format, path, path))
    .sort((a, b) => b.modified - a.modified)
    .slice(0, MAX_FILES);
}

function found(format: Format, file: string, path: string): FoundTranscript[] {
  try {
    const { format: seen, title, bytes, modified } = probeFile(file);
    if (seen !== format) return [];
    return [{ tool: TOOL_NAMES[format], path, title: title ?? basename(path), bytes, modified }];
  } catch {
    // Gone or unreadable meanwhile: then it is not there to choose.
    return [];
  }
}

/** Where the extension of each editor, and Cline's own command line, keep their data. */
function clineFolders(env: NodeJS.ProcessEnv, home: string, platform: NodeJS.Platform): string[] {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : (env.XDG_CONFIG_HOME ?? join(home, '.config'));
  const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
  return [
    ...editors.map((editor) => join(settings, editor, 'User', 'globalStorage', 'saoudrizwan.claude-dev')),
    env.CLINE_DIR ? join(env.CLINE_DIR, 'data') : join(home, '.cline', 'data'),
  ];
}

function clineTasks(folder: string): FoundTranscript[] {
  const tasks = namesIn(join(folder, 'tasks')).flatMap((id) => {
    const task = join(folder, 'tasks', id);
    return found('cline', join(task, 'ui_messages.json'), task);
  });
  const sessions = namesIn(join(folder, 'sessions')).flatMap((id) => {
    const session = join(folder, 'sessions', id);
    return found('cline-sdk', join(session, `${id}.messages.json`), session);
  });
  return [...tasks, ...sessions].sort((a, b) => b.modified - a.modified).slice(0, MAX_FILES);
}

function filesBelow(folder: string, depth: number): string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && depth > 1 ? filesBelow(path, depth - 1) : [];
  });
}

function namesIn(folder: string): string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
