import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRow, type Row } from '../../../core/import/foreign-value.ts';
import type { Format } from '../../../core/import/formats.ts';
import { tryParse } from '../../../core/import/salvage-line.ts';
import type { SourceFile } from '../../../core/import/source-info.ts';
import { asFault, EngineFault } from '../../engine-fault.ts';
import { isBundleFile } from '../../export/read-bundle.ts';
import { Checkpoint } from './checkpoint.ts';
import { groupFiles } from './group-files.ts';
import { type FileProbe, probeFile } from './probe-file.ts';

export interface SourcePart extends SourceFile {
  readonly path: string;
  readonly bytes: number;
  readonly isDocument: boolean;
}

/** The files that make up one transcript, in the order in which they are read. */
export interface TranscriptSource {
  readonly format: Format;
  /** Absolute path of the file or folder that stands for the whole. */
  readonly path: string;
  readonly parts: readonly SourcePart[];
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

const CLINE_FILES = ['ui_messages.json', 'api_conversation_history.json', 'task_metadata.json'];

/** Hears of each file of a folder that may be a transcript and cannot be read, in one plain sentence. */
export type LeftOut = (path: string, message: string) => void;

/** The transcripts at a path: one for a file, and for a folder as many as stand in it. */
export async function collectSources(
  target: string,
  checkpoint = new Checkpoint(),
  onLeftOut: LeftOut = () => {},
): Promise<TranscriptSource[]> {
  const path = resolve(target);
  if (!existsSync(path)) throw new EngineFault('not-found', `There is no ${path}. Check the path and try again.`);
  return statSync(path).isDirectory() ? await ofFolder(path, checkpoint, onLeftOut) : [ofFile(path)];
}

/** Makes one transcript of those that belong together, as a session and its copy, that were named one by one. */
export function groupSources(sources: readonly TranscriptSource[]): TranscriptSource[] {
  const byMain = new Map<FileProbe, TranscriptSource>();
  for (const source of sources) {
    const main = source.parts.find(({ isContext }) => !isContext);
    const isFile = source.format === 'claude-code' || source.format === 'codex';
    if (main && isFile) byMain.set(probeFile(main.path), source);
  }
  const grouped = new Set(byMain.values());
  const merged = groupFiles([...byMain.keys()]).flatMap((group) =>
    mergeSources(group.flatMap((probe) => byMain.get(probe) ?? [])),
  );
  return [...sources.filter((source) => !grouped.has(source)), ...merged];
}

function mergeSources(sources: readonly TranscriptSource[]): TranscriptSource[] {
  const [first, ...others] = sources;
  if (!first || others.length === 0) return first ? [first] : [];
  const parts = new Map<string, SourcePart>();
  for (const { parts: some } of sources) {
    for (const part of some) {
      if (part.isContext || parts.has(part.path)) continue;
      parts.set(part.path, parts.size > 0 && part.name === '' ? { ...part, name: part.fileName } : part);
    }
  }
  return [sourceOf(first.format, first.path, [...parts.values()])];
}

/** The one transcript at a path. Throws a fault in plain words when there is none, or more than one. */
export async function collectOneSource(target: string, checkpoint = new Checkpoint()): Promise<TranscriptSource> {
  const sources = await collectSources(target, checkpoint);
  const [only] = sources;
  if (only && sources.length === 1) return only;
  throw new EngineFault(
    'several',
    `${resolve(target)} holds ${sources.length} separate conversations. Name one file of it, or import the whole folder.`,
  );
}

function ofFile(path: string): TranscriptSource {
  if (isBundleFile(path)) return sourceOf('forkscope', path, [partOf(probeFile(path), '')]);
  const probe = probeFile(path);
  const name = basename(path);
  const folder = dirname(path);
  if (CLINE_FILES.includes(name) && (probe.format === 'cline' || probe.format === null)) return clineTask(folder);
  if (probe.format === null) throw notATranscript(path, probe);
  if (probe.format === 'cline-sdk') return clineSdk(folder, sdkId(name));
  if (probe.format === 'claude-code' || probe.format === 'qwen-code') {
    return sourceOf(probe.format, path, [partOf(probe, ''), ...subagentsOf(probe)]);
  }
  if (probe.format === 'gemini-cli' && probe.sessionId !== null) {
    const below = listFiles(join(folder, probe.sessionId), 1)
      .map(probeFile)
      .filter(({ format }) => format === 'gemini-cli');
    return sourceOf('gemini-cli', path, [partOf(probe, ''), ...below.map((each) => partOf(each, basename(each.path)))]);
  }
  if (probe.format === 'codex' && probe.forkedFrom !== null) {
    const parent = parentRollout(probe);
    return sourceOf('codex', path, [
      ...(parent ? [{ ...partOf(parent, basename(parent.path)), isContext: true }] : []),
      partOf(probe, ''),
    ]);
  }
  return sourceOf(probe.format, path, [partOf(probe, '')]);
}

async function ofFolder(path: string, checkpoint: Checkpoint, onLeftOut: LeftOut): Promise<TranscriptSource[]> {
  if (existsSync(join(path, 'events.jsonl'))) return [ofFile(join(path, 'events.jsonl'))];
  if (CLINE_FILES.slice(0, 2).some((name) => existsSync(join(path, name)))) return [clineTask(path)];
  const files = listFiles(path, 6);
  const tasks = new Set(files.filter((file) => CLINE_FILES.slice(0, 2).includes(basename(file))).map(dirname));
  const sdk = new Map(
    files
      .filter((file) => file.endsWith('.messages.json'))
      .map((file) => [`${dirname(file)}/${sdkId(basename(file))}`, file]),
  );
  const sdkFolders = new Set([...sdk.values()].map(dirname));
  const single = files.filter((file) => !tasks.has(dirname(file)) && !sdkFolders.has(dirname(file)));
  const probes: FileProbe[] = [];
  for (const [index, file] of single.entries()) {
    const probe = probeQuietly(file, onLeftOut);
    if (probe !== null && probe.format !== null) probes.push(probe);
    if (checkpoint.isDue()) await checkpoint.pass({ phase: 'finding', doneBytes: index, totalBytes: single.length });
  }
  const sources = [
    ...groupFiles(probes).map((group) => groupSource(group)),
    ...[...tasks].map(clineTask),
    ...[...sdk.values()].map((file) => clineSdk(dirname(file), sdkId(basename(file)))),
  ];
  if (sources.length > 0) return sources;
  throw new EngineFault(
    'foreign',
    `${path} holds no transcript that Forkscope knows (Claude Code, Qwen Code, Gemini CLI, Codex, Cline or its own). Choose another folder.`,
  );
}

/** Null for a file that is gone or cannot be read: a folder may hold anything. Lines that are no rows are damage. */
function probeQuietly(path: string, onLeftOut: LeftOut): FileProbe | null {
  try {
    const probe = probeFile(path);
    if (probe.isDamaged && path.endsWith('.jsonl'))
      onLeftOut(path, `${path} is damaged: no row of it can be read. Restore it from a copy, or leave it out.`);
    return probe;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') onLeftOut(path, asFault(error).message);
    return null;
  }
}

function groupSource(group: readonly FileProbe[]): TranscriptSource {
  const [first] = group;
  if (!first?.format) throw new Error('a group has at least one file of a known format');
  const parts = group.map((probe, index) =>
    probe.agentId === null || index === 0 ? partOf(probe, index === 0 ? '' : basename(probe.path)) : agentPart(probe),
  );
  return sourceOf(first.format, first.path, parts);
}

function notATranscript(path: string, probe: FileProbe): EngineFault {
  const what =
    probe.bytes === 0
      ? 'is empty'
      : 'is no transcript that Forkscope knows (Claude Code, Qwen Code, Gemini CLI, Codex, Cline or its own)';
  return new EngineFault('foreign', `${path} ${what}. Choose another file.`);
}

/** Files of subagents: in the session's own folder, in the tool's folder for them, or beside the main file. */
function subagentsOf(main: FileProbe): SourcePart[] {
  const folder = dirname(main.path);
  const stem = basename(main.path).replace(/\.jsonl$/, '');
  const id = main.sessionId ?? stem;
  const inside = [
    join(folder, stem, 'subagents'),
    join(folder, '..', 'subagents', stem),
    ...(id === stem ? [] : [join(folder, '..', 'subagents', id)]),
  ];
  const paths = new Set(inside.flatMap((each) => listFiles(each, 4)));
  for (const name of namesIn(folder)) if (/^agent-.*\.jsonl$/.test(name)) paths.add(join(folder, name));
  paths.delete(main.path);
  return [...paths]
    .filter((path) => path.endsWith('.jsonl'))
    .sort()
    .flatMap((path) => {
      const probe = probeFile(path);
      const isBeside = dirname(path) === folder;
      if (isBeside && (main.agentId !== null || probe.sessionId !== main.sessionId)) return [];
      return probe.format === main.format ? [agentPart(probe)] : [];
    });
}

function agentPart(probe: FileProbe): SourcePart {
  const name = basename(probe.path);
  const named = /^agent-(.+)\.jsonl$/.exec(name)?.[1];
  const sidecar = probe.path.replace(/\.jsonl$/, '.meta.json');
  return { ...partOf(probe, name), agentId: probe.agentId ?? named ?? name, meta: readSidecar(sidecar) };
}

function readSidecar(path: string): Row | null {
  if (!existsSync(path)) return null;
  const value = tryParse(readFileSync(path, 'utf8'));
  return isRow(value) ? value : null;
}

/** The rollout that a fork replays: named by its id, in the same folder or on a day near it. */
function parentRollout(child: FileProbe): FileProbe | null {
  const id = child.forkedFrom;
  if (id === null) return null;
  const folder = dirname(child.path);
  const isDated = /[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.test(folder);
  const near = isDated ? listFiles(join(folder, '..', '..', '..'), 4) : listFiles(folder, 1);
  const named = near.find((path) => basename(path).includes(id) && path !== child.path);
  if (named !== undefined) return probeFile(named);
  for (const path of near.slice(0, 500)) {
    if (path === child.path || !path.endsWith('.jsonl')) continue;
    const probe = probeFile(path);
    if (probe.format === 'codex' && probe.sessionId === id) return probe;
  }
  return null;
}

function clineTask(folder: string): TranscriptSource {
  const parts = CLINE_FILES.map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path): SourcePart => ({ ...partOf(probeFile(path), basename(path)), isDocument: true }));
  return sourceOf('cline', folder, parts);
}

function clineSdk(folder: string, id: string): TranscriptSource {
  const messages = namesIn(folder).filter((name) => name.endsWith('.messages.json'));
  const lead = messages.filter((name) => sdkId(name) === id);
  const others = messages.filter((name) => sdkId(name) !== id).sort();
  const manifest = existsSync(join(folder, `${id}.json`)) ? [`${id}.json`] : [];
  const parts = [...lead, ...others, ...manifest].map((name, index): SourcePart => {
    const part = partOf(probeFile(join(folder, name)), index === 0 ? '' : name);
    return { ...part, isDocument: true, agentId: others.includes(name) ? sdkId(name) : null };
  });
  return sourceOf('cline-sdk', folder, parts);
}

function sdkId(name: string): string {
  return name.replace(/(\.messages|\.compaction)?\.json$/, '');
}

function partOf({ path, bytes, isDocument }: FileProbe, name: string): SourcePart {
  return { path, bytes, isDocument, name, fileName: basename(path), isContext: false, agentId: null, meta: null };
}

function sourceOf(format: Format, path: string, parts: readonly SourcePart[]): TranscriptSource {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const modified = Math.max(0, ...parts.map((part) => statSync(part.path).mtimeMs));
  return { format, path, parts, bytes, modified };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Files below a folder that may be transcripts, `depth` folders deep. Links to folders are not followed. */
function listFiles(folder: string, depth: number): string[] {
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 1 && entry.name !== 'node_modules' ? listFiles(path, depth - 1) : [];
      return /\.(jsonl|json)$/.test(entry.name) && !entry.name.endsWith('.meta.json') ? [path] : [];
    });
}
