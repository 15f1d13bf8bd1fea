import { spawn } from 'node:child_process';
import { gitEnvironment } from '../worktrees/git-environment.ts';

/** One line that matches. */
export interface GrepMatch {
  /** Relative to the folder that was searched from. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The line, without its end; a long one is cut around the match. */
  readonly text: string;
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** There are more matches than were asked for. */
  readonly more: boolean;
  /** git's own words when it could not search, else `null`. */
  readonly error: string | null;
}

export interface GrepOptions {
  /** Folder to run in; absolute. */
  readonly root: string;
  /** Extended regular expression. */
  readonly pattern: string;
  /** Relative to the root; taken literally. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly mostMatches: number;
  /** Characters of all matching lines together. */
  readonly mostCharacters: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Longest part of a line that is shown, in characters. */
const LONGEST_TEXT = 300;
/** A minified file's line can be megabytes; what is kept of an incomplete one is bounded by this, in characters. */
const LONGEST_RECORD = 1024 * 1024;

const SETTINGS = ['color.ui=false', 'grep.fullName=false', 'core.fsmonitor=false', 'submodule.recurse=false'];
const OPTIONS = '--untracked -I -n -E -z --column --no-color --no-heading --no-break --no-textconv'.split(' ');

/**
 * Searches the tracked and untracked files below a folder of a git repository; ignored ones are left out. git is
 * stopped as soon as there is enough, so a pattern that matches everything costs no more than another.
 */
export function gitGrep(options: GrepOptions): Promise<GrepResult> {
  const { root, pattern, path, signal } = options;
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const git = spawn('git', [...settings, 'grep', ...OPTIONS, '-e', pattern, '--', path], {
    cwd: root,
    // Not plain C, which reads UTF-8 byte by byte, so that `[äö]` would match half a character.
    env: { ...gitEnvironment(options.environment ?? process.env), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  return new Promise((resolve) => {
    const matches: GrepMatch[] = [];
    let characters = 0;
    let rest = '';
    let words = '';
    let more = false;
    git.stdout.setEncoding('utf8');
    git.stderr.setEncoding('utf8');
    git.stdout.on('data', (chunk: string) => {
      if (more) return;
      const records = (rest + chunk).split('\n');
      rest = (records.pop() ?? '').slice(0, LONGEST_RECORD);
      for (const record of records) {
        const match = parseRecord(record);
        if (match === null) continue;
        characters += match.path.length + match.text.length;
        if (matches.length === options.mostMatches || (characters > options.mostCharacters && matches.length > 0)) {
          more = true;
          git.kill();
          return;
        }
        matches.push(match);
      }
    });
    git.stderr.on('data', (chunk: string) => {
      words = (words + chunk).slice(0, 2_000);
    });
    git.on('error', (error: NodeJS.ErrnoException) => {
      // A missing folder and a missing program look alike here; the folder was just resolved.
      resolve({ matches, more, error: error.code === 'ENOENT' ? 'git was not found' : error.message });
    });
    git.on('close', (code) => {
      // 0: matches, 1: none; anything else without our own stop is a failure.
      const failed = !more && code !== 0 && code !== 1;
      resolve({ matches, more, error: failed ? plainWords(words) : null });
    });
  });
}

/** `path NUL line NUL column NUL text`: paths are not quoted with -z. The column counts bytes from 1. */
function parseRecord(record: string): GrepMatch | null {
  const [path, line, column, ...text] = record.split('\0');
  if (path === undefined || line === undefined || column === undefined) return null;
  return { path, line: Number(line), text: around(text.join('\0').replace(/\r$/, ''), Number(column)) };
}

function around(text: string, column: number): string {
  if (text.length <= LONGEST_TEXT) return text;
  const start = Math.max(0, Math.min(column - 1 - LONGEST_TEXT / 3, text.length - LONGEST_TEXT));
  const end = start + LONGEST_TEXT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

function plainWords(words: string): string {
  const line = words.split('\n').find((candidate) => candidate.startsWith('fatal: ')) ?? words.split('\n')[0] ?? '';
  return line.replace(/^fatal: (-e option, )?/, '').trim() || 'git ended without a word';
}
