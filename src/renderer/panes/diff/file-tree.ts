import type { FilePatch } from './parse-patch.ts';

export interface FolderRow {
  readonly kind: 'folder';
  readonly path: string;
  /** Folders that hold nothing but one folder are one row: `src/main/ipc`. */
  readonly name: string;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}
export interface FileRow {
  readonly kind: 'file';
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly file: FilePatch;
}
export type TreeRow = FolderRow | FileRow;

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: FilePatch[];
  count: number;
  added: number;
  removed: number;
}

export interface FileTree {
  readonly root: Folder;
  /** Every file in the tree's order: folders first, each by name. The sections follow it. */
  readonly files: readonly FilePatch[];
}

export function buildTree(files: readonly FilePatch[]): FileTree {
  const root = folderOf('', '');
  for (const file of files) {
    let folder = root;
    add(folder, file);
    for (let at = file.path.indexOf('/'); at >= 0; at = file.path.indexOf('/', at + 1)) {
      const path = file.path.slice(0, at);
      let next = folder.folders.get(path);
      if (!next) {
        next = folderOf(path, path.slice(folder.path === '' ? 0 : folder.path.length + 1));
        folder.folders.set(path, next);
      }
      folder = next;
      add(folder, file);
    }
    folder.files.push(file);
  }
  const ordered: FilePatch[] = [];
  sort(root, ordered);
  return { root, files: ordered };
}

/** The rows of the list with these folders closed. */
export function treeRows({ root }: FileTree, closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (folder: Folder, level: number): void => {
    for (const first of folder.folders.values()) {
      const last = lastOfChain(first);
      const { path, count, added, removed } = last;
      const name = path.slice(folder.path === '' ? 0 : folder.path.length + 1);
      const isOpen = !closed.has(path);
      rows.push({ kind: 'folder', path, name, level, isOpen, files: count, added, removed });
      if (isOpen) walk(last, level + 1);
    }
    for (const file of folder.files) {
      rows.push({ kind: 'file', path: file.path, name: file.path.slice(file.path.lastIndexOf('/') + 1), level, file });
    }
  };
  walk(root, 1);
  return rows;
}

/** Files whose path has all of these words, in any case. */
export function filterFiles(files: readonly FilePatch[], filter: string): readonly FilePatch[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter(({ path }) => {
    const lower = path.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

function folderOf(path: string, name: string): Folder {
  return { path, name, folders: new Map(), files: [], count: 0, added: 0, removed: 0 };
}

function add(folder: Folder, { added, removed }: FilePatch): void {
  folder.count++;
  folder.added += added;
  folder.removed += removed;
}

function lastOfChain(folder: Folder): Folder {
  const [only] = folder.folders.values();
  return only && folder.folders.size === 1 && folder.files.length === 0 ? lastOfChain(only) : folder;
}

const byName = new Intl.Collator('en', { numeric: true });

function sort(folder: Folder, ordered: FilePatch[]): void {
  const folders = [...folder.folders.values()].sort((a, b) => byName.compare(a.name, b.name));
  folder.folders.clear();
  for (const each of folders) {
    folder.folders.set(each.path, each);
    sort(each, ordered);
  }
  folder.files.sort((a, b) => byName.compare(a.path, b.path));
  ordered.push(...folder.files);
}
