import { callsOf } from '../session/message.ts';
import type { BranchState } from '../session/state.ts';

/** How often a file was read, and by how many branches. */
export interface FileFigures {
  /** Relative to the branch's root where it lies inside it. */
  readonly path: string;
  readonly reads: number;
  readonly branches: number;
}

/** The tools that read one file, by the names they have in the tools that we know, and where they name it. */
const READERS: { readonly [tool: string]: readonly string[] } = {
  read_file: ['path', 'file_path', 'absolute_path', 'absolutePath'],
  Read: ['file_path'],
  NotebookRead: ['notebook_path'],
  readFile: ['path'],
  view: ['path'],
};
/** And those that read several at once. */
const LIST_READERS: { readonly [tool: string]: string } = { read_files: 'paths', read_many_files: 'paths' };

/** The files that were read, the most read first. Files that commands read are not among them: nobody can tell. */
export function filesRead(branches: readonly BranchState[]): FileFigures[] {
  const reads = new Map<string, { count: number; readonly branches: Set<string> }>();
  for (const branch of branches) {
    for (const { message } of branch.entries) {
      if (message.role !== 'model') continue;
      for (const call of callsOf(message)) {
        for (const path of pathsIn(call.name, call.args)) {
          const short = shortPath(path, branch.root);
          const known = reads.get(short) ?? { count: 0, branches: new Set<string>() };
          reads.set(short, known);
          known.count++;
          known.branches.add(branch.id);
        }
      }
    }
  }
  return [...reads]
    .map(([path, { count, branches: by }]) => ({ path, reads: count, branches: by.size }))
    .sort((a, b) => b.reads - a.reads || b.branches - a.branches || (a.path < b.path ? -1 : 1));
}

function pathsIn(name: string, args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return [];
  const fields = args as Readonly<Record<string, unknown>>;
  const one = READERS[name]?.map((key) => fields[key]).find((value) => typeof value === 'string');
  if (typeof one === 'string') return [one];
  const listKey = LIST_READERS[name];
  const list = listKey === undefined ? undefined : fields[listKey];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** A worktree's files are those of the repository: their paths must be the same in all forks. */
function shortPath(path: string, root: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '');
  const base = `${root.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  return root !== '' && plain.startsWith(base) ? plain.slice(base.length) : plain;
}
