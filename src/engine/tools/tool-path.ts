import { isAbsolute, join, normalize, relative } from 'node:path';
import { isInside } from '../worktrees/is-inside.ts';
import { type ConfinedPath, confine } from './confine.ts';
import type { ToolContext } from './tool.ts';

/** A path of the model's arguments, resolved. */
export interface ToolPath extends ConfinedPath {
  /** Says that an inherited path was read as the branch's own, as a line for the result; else empty. */
  readonly note: string;
}

/** What resolving a path needs of a branch. */
export type PathContext = Pick<ToolContext, 'root' | 'parentRoot' | 'translatePath'>;

/**
 * Resolves a path of the model's arguments. A fork's history holds absolute paths of its parent: those are read as
 * the same paths below the fork's own root, and the result says so, so that neither the parent's files are changed nor
 * the fork is surprised.
 * @throws ToolFailure
 */
export async function resolveToolPath(context: PathContext, path: string): Promise<ToolPath> {
  const translated = translateInherited(context, path);
  if (translated === null) return { ...(await confine(context.root, path)), note: '' };
  const confined = await confine(context.root, translated);
  const note = `Note: \`${path}\` is in the parent's folder; \`${confined.relative}\` of your own root was used instead.\n`;
  return { ...confined, note };
}

/** The branch's own path for an absolute path of its parent; `null` for any other path. */
export function translateInherited(context: PathContext, path: string): string | null {
  if (!isAbsolute(path) || isInside(normalize(path), context.root)) return null;
  if (context.translatePath !== undefined) return context.translatePath(path);
  const { parentRoot, root } = context;
  if (parentRoot === undefined || !isInside(normalize(path), parentRoot)) return null;
  return join(root, relative(parentRoot, normalize(path)));
}
