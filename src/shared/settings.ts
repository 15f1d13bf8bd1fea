import { z } from 'zod';
import { LEAST_ZOOM, MOST_ZOOM } from './zoom.ts';

export const approval = z.enum(['all', 'edits', 'none']);
export const isolation = z.enum(['worktree', 'none']);
export const provider = z.enum(['demo', 'gemini', 'openai', 'anthropic']);
export type ProviderId = z.infer<typeof provider>;

/** What the system notification tells about, each on its own. */
const notices = z.object({ needsInput: z.boolean(), failed: z.boolean(), allDone: z.boolean() });

/** How far a subagent may go; what is left out has its default (`DEFAULT_BOUNDS`). Times in milliseconds. */
const bounds = z
  .object({
    steps: z.number().int().min(1).max(10_000),
    wallClockMs: z.number().int().min(1_000),
    tokens: z.number().int().positive().nullable(),
    /** USD. */
    cost: z.number().positive().nullable(),
    identicalCalls: z.object({ warn: z.number().int().min(2), stop: z.number().int().min(2) }),
    silentModelMs: z.number().int().min(1_000),
    commandMs: z.number().int().min(1_000),
  })
  .partial();

const theme = z.enum(['system', 'light', 'dark']);
const contrast = z.enum(['system', 'more', 'plain']);
const setup = z.object({
  command: z.string().max(10_000).optional(),
  whenItFails: z.enum(['go-on', 'end']).optional(),
});
export const settings = z.object({
  theme,
  contrast,
  /** Size of everything in the window; 1 is 100 %. */
  zoom: z.number().min(LEAST_ZOOM).max(MOST_ZOOM),
  provider,
  model: z.string().nullable(),
  approval,
  isolation,
  maxForks: z.number().int().min(1).max(64),
  /** USD; null for none. */
  budget: z.number().positive().nullable(),
  baseUrls: z.record(z.string(), z.string()),
  /** Remove a fork's worktree by itself when the fork ends and it holds neither changes nor commits. Absent: no. */
  discardClean: z.boolean().optional(),
  /**
   * By the root of a repository's checkout: the command that runs in each new worktree of its forks, and whether a fork
   * goes on when it fails. Without a command the repository's own is meant, where it was allowed.
   */
  setup: z.record(z.string(), setup).optional(),
  /** By the same root: the repository's own commands that the person has allowed, word for word. */
  setupAllowed: z.record(z.string(), z.array(z.string().max(10_000)).max(100)).optional(),
  /** Worktrees that were made longer ago, and hold nothing, are removed by themselves. Days; null or absent: never. */
  retentionDays: z.number().int().min(1).max(3_650).nullable().optional(),
  /**
   * Names of folders, e.g. `node_modules`, that may go with a worktree that is removed by itself, where git ignores them.
   * Null or absent: a list of usual ones; empty: none.
   */
  rebuiltFolders: z.array(z.string().min(1).max(200)).max(200).nullable().optional(),
  /** The dock's layout per workspace, as the dock library serialises it. */
  layouts: z.record(z.string(), z.unknown()),
  /** A person's own keys by command id, e.g. `mod+shift+k`; an empty text takes a command's key away. */
  keys: z.record(z.string(), z.string().max(40)),
  notices,
  bounds,
  /** Characters of a subagent's result that reach its parent. */
  resultCharacters: z.number().int().min(1_000),
  /** What makes room in a full context: leaving old steps out, or a summary of them that the model writes. */
  compaction: z.enum(['truncation', 'summary']),
  /** A person's own context windows by model name, in tokens: for servers that nobody else knows. */
  windows: z.record(z.string(), z.number().int().positive()),
  /** A person's own patterns of what exports leave out, beside keys, addresses and home folders. Absent: none. */
  redactPatterns: z.array(z.string().min(1).max(500)).max(50).optional(),
  /** Models that cannot call tools by themselves: their calls are read from their text. */
  textModels: z.array(z.string()),
});
export type Settings = z.infer<typeof settings>;

const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  contrast: 'system',
  zoom: 1,
  provider: 'demo',
  model: null,
  approval: 'edits',
  isolation: 'worktree',
  maxForks: 8,
  budget: null,
  baseUrls: {},
  layouts: {},
  keys: {},
  notices: { needsInput: true, failed: true, allDone: true },
  bounds: {},
  resultCharacters: 40_000,
  compaction: 'truncation',
  windows: {},
  textModels: [],
};

/** The settings file: what it leaves out has its default. */
export const settingsSchema = settings.partial().transform((given): Settings => ({ ...DEFAULT_SETTINGS, ...given }));
