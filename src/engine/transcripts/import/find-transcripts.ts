import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Format } from '../../../core/import/formats.ts';
import { TOOL_NAMES } from '../../../core/import/formats.ts';
import type { FoundTranscript } from '../../../shared/import-calls.ts';
import type { Checkpoint } from './checkpoint.ts';
import { probeFile } from './probe-file.ts';

/** Where to look: the variables of the environment that move the tools' folders, and the system. */
export interface FindPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** A file that may be a transcript, before anybody has looked into it. */
interface Candidate {
  readonly format: Format;
  readonly file: string;
  /** What is imported: the file, or the folder that it stands for. */
  readonly path: string;
  readonly modified: number;
}

/** More than this many files of one tool are not listed; the newest come first. */
const MAX_FILES = 5_000;
/** Found transcripts that are told together. */
const BATCH = 40;

/**
 * The transcripts on this computer, the newest first, told in batches as they are found. Only the folders that the tools
 * themselves use are read, and only the heads of their files.
 */
export async function findTranscripts(
  places: FindPlaces,
  checkpoint: Checkpoint,
  onFound: (found: readonly FoundTranscript[]) => void,
): Promise<void> {
  const candidates = candidatesIn(places);
  let batch: FoundTranscript[] = [];
  for (const [done, candidate] of candidates.entries()) {
    batch.push(...lookInto(candidate));
    if (checkpoint.isDue() || batch.length >= BATCH) {
      if (batch.length > 0) onFound(batch);
      batch = [];
      await checkpoint.pass({ phase: 'finding', doneBytes: done + 1, totalBytes: candidates.length });
    }
  }
  if (batch.length > 0) onFound(batch);
}

function candidatesIn({ env, platform }: FindPlaces): Candidate[] {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  const config = env.XDG_CONFIG_HOME ?? join(home, '.config');
  const claude = env.CLAUDE_CONFIG_DIR ? [env.CLAUDE_CONFIG_DIR] : [join(home, '.claude'), join(config, 'claude')];
  const qwen = env.QWEN_RUNTIME_DIR ?? env.QWEN_HOME ?? join(home, '.qwen');
  const codex = env.CODEX_HOME ?? join(home, '.codex');
  const inChats = (path: string) => basename(dirname(path)) === 'chats';
  const isRollout = (path: string) => basename(path).startsWith('rollout-');
  const isMain = (path: string) => !basename(path).startsWith('agent-');
  return [
    claude.flatMap((folder) => files('claude-code', join(folder, 'projects'), 2, isMain)),
    files('qwen-code', join(qwen, 'projects'), 3, inChats),
    files('gemini-cli', join(home, '.gemini', 'tmp'), 3, inChats),
    [
      ...files('codex', join(codex, 'sessions'), 4, isRollout),
      ...files('codex', join(codex, 'archived_sessions'), 4, isRollout),
    ],
    clineFolders(env, home, platform, config).flatMap(clineTasks),
  ]
    .flatMap((ofTool) => ofTool.sort(newestFirst).slice(0, MAX_FILES))
    .sort(newestFirst);
}

function newestFirst(a: Candidate, b: Candidate): number {
  return b.modified - a.modified;
}

function files(format: Format, folder: string, depth: number, isMain: (path: string) => boolean): Candidate[] {
  return filesBelow(folder, depth)
    .filter((path) => /\.jsonl?$/.test(path) && isMain(path))
    .flatMap((path) => candidate(format, path, path));
}

function candidate(format: Format, file: string, path: string): Candidate[] {
  try {
    return [{ format, file, path, modified: statSync(file).mtimeMs }];
  } catch {
    // Gone or unreadable meanwhile: then it is not there to choose.
    return [];
  }
}

function lookInto({ format, file, path }: Candidate): FoundTranscript[] {
  try {
    const probe = probeFile(file);
    if (probe.format !== format) return [];
    const { title, bytes, modified, workspace } = probe;
    const branches = format === 'claude-code' ? 1 + subagents(file) : null;
    return [{ tool: TOOL_NAMES[format], path, title: title ?? basename(path), workspace, bytes, modified, branches }];
  } catch {
    return [];
  }
}

/** Subagents with files of their own; those inside the main file are counted when it is imported. */
function subagents(file: string): number {
  const folder = join(file.replace(/\.jsonl$/, ''), 'subagents');
  return entriesIn(folder).filter(({ name }) => /^agent-.*\.jsonl$/.test(name)).length;
}

/** Where the extension of each editor, and Cline's own command line, keep their data. */
function clineFolders(env: FindPlaces['env'], home: string, platform: NodeJS.Platform, config: string): string[] {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : config;
  const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
  return [
    ...editors.map((editor) => join(settings, editor, 'User', 'globalStorage', 'saoudrizwan.claude-dev')),
    env.CLINE_DIR ? join(env.CLINE_DIR, 'data') : join(home, '.cline', 'data'),
  ];
}

function clineTasks(folder: string): Candidate[] {
  const tasks = namesIn(join(folder, 'tasks')).flatMap((id) => {
    const task = join(folder, 'tasks', id);
    return candidate('cline', join(task, 'ui_messages.json'), task);
  });
  const sessions = namesIn(join(folder, 'sessions')).flatMap((id) => {
    const session = join(folder, 'sessions', id);
    return candidate('cline-sdk', join(session, `${id}.messages.json`), session);
  });
  return [...tasks, ...sessions];
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
