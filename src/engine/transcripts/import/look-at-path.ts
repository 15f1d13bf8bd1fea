import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PathKind } from '../../../shared/import-calls.ts';
import { isBundleFile } from '../../export/read-bundle.ts';
import { probeFile } from './probe-file.ts';

/** Files of a folder that are looked into before it is called a plain one. */
const MAX_LOOKS = 400;
const MAX_DEPTH = 6;

/** What a path is, by its content and not by its name. A path that is not there is unknown. */
export function lookAtPath(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? kindOfFolder(path) : kindOfFile(path);
  } catch {
    return 'unknown';
  }
}

function kindOfFile(path: string): PathKind {
  if (isBundleFile(path)) return 'bundle';
  const { format } = probeFile(path);
  if (format === null) return 'unknown';
  return format === 'forkscope' ? 'session' : 'transcripts';
}

function kindOfFolder(path: string): PathKind {
  if (existsSync(join(path, 'events.jsonl'))) return 'session';
  if (existsSync(join(path, '.git'))) return 'repository';
  return holdsTranscripts(path, { left: MAX_LOOKS }, MAX_DEPTH) ? 'transcripts' : 'folder';
}

function holdsTranscripts(folder: string, looks: { left: number }, depth: number): boolean {
  const folders: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') folders.push(path);
    if (!entry.isFile() || !/\.jsonl?$/.test(entry.name)) continue;
    if (looks.left-- <= 0) return false;
    if (kindOfFile(path) === 'transcripts') return true;
  }
  return depth > 1 && folders.some((each) => holdsTranscripts(each, looks, depth - 1));
}
