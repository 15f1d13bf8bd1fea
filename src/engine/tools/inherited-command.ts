import { isInside } from '../worktrees/is-inside.ts';
import { type PathContext, translateInherited } from './tool-path.ts';

/** A path in a command that belongs to the parent, and the branch's own path for it. */
export interface InheritedMention {
  readonly path: string;
  readonly own: string;
}

/** Absolute paths as words of a command; a quote, a blank or an operator ends one. */
const PATH_WORDS = /(?<![\w.~/-])\/[^\s"'`;|&<>(){}$*?]*/g;

/** The first path of a command that lies in the parent's folder and not in the branch's own; `null` for none. */
export function findInherited(context: PathContext, command: string): InheritedMention | null {
  for (const [path] of command.matchAll(PATH_WORDS)) {
    const own = translateInherited(context, path);
    if (own !== null) return { path, own };
  }
  const { parentRoot, root } = context;
  // A root with blanks is no single word, whether it is quoted or escaped.
  if (parentRoot === undefined || !/\s/.test(parentRoot) || isInside(root, parentRoot)) return null;
  const spellings = [parentRoot, parentRoot.replace(/\s/g, '\\$&')];
  return spellings.some((spelling) => command.includes(spelling)) ? { path: parentRoot, own: root } : null;
}
