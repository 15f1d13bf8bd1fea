import { z } from 'zod';
import { settingsStore } from '../stores/settings-store.ts';

const place = z.object({ x: z.number(), y: z.number() });
const memory = z.object({
  /** The direction as chosen: `auto` takes the one that fits best. */
  wanted: z.enum(['auto', 'down', 'right', 'list']).default('auto'),
  /** Where a person has put the cards; empty when the tree is laid out by itself. */
  places: z.record(z.string(), place).default({}),
  collapsed: z.array(z.string()).default([]),
  pinned: z.array(z.string()).default([]),
  names: z.record(z.string(), z.string()).default({}),
  hidesFinished: z.boolean().default(false),
});
export type TreeMemory = z.infer<typeof memory>;

/** Trees of this many sessions are remembered; the one that was changed least recently goes first. */
const MOST = 60;
const PREFIX = 'tree:';
/** Key of what a session without a memory of its own begins with. */
const LAST = 'tree';

export const FRESH: TreeMemory = memory.parse({});

/** How the tree of this session was left; for a new one, in the direction that was chosen last. */
export function recallTree(sessionId: string | null): TreeMemory {
  const layouts = settingsStore.getState().settings?.layouts ?? {};
  const own = sessionId === null ? undefined : parsed(layouts[PREFIX + sessionId]);
  if (own) return own;
  const last = parsed(layouts[LAST]);
  return last ? { ...FRESH, wanted: last.wanted } : FRESH;
}

/** A settings file that a person may edit: what does not fit is as if it were not there. */
function parsed(value: unknown): TreeMemory | null {
  const result = memory.safeParse(value);
  return result.success ? result.data : null;
}

/** The layouts to store when this session's tree is left like this. */
export function layoutsWith(
  layouts: Readonly<Record<string, unknown>>,
  sessionId: string,
  tree: TreeMemory,
): Record<string, unknown> {
  const others = Object.entries(layouts).filter(([key]) => key !== PREFIX + sessionId && key !== LAST);
  const trees = others.filter(([key]) => key.startsWith(PREFIX)).map(([key]) => key);
  const dropped = new Set(trees.slice(0, Math.max(0, trees.length - MOST + 1)));
  // The newest stands last: keys of an object keep the order in which they were set.
  return Object.fromEntries([
    ...others.filter(([key]) => !dropped.has(key)),
    [LAST, { wanted: tree.wanted }],
    [PREFIX + sessionId, tree],
  ]);
}
