import { z } from 'zod';
import type { LaunchEstimate } from '../core/prefix/launch-estimate.ts';
import type { SessionEvent } from '../core/session/events.ts';
import type { Usage } from '../core/session/usage.ts';
import { type AgentResponses, agentRequests } from './agent-calls.ts';
import { type CloneNotifications, type CloneResponses, cloneRequests } from './clone-calls.ts';
import { type ExportNotifications, type ExportResponses, exportRequests } from './export-calls.ts';
import { type ImportNotifications, type ImportResponses, importRequests } from './import-calls.ts';
import { past } from './past-files.ts';
import type { Result } from './result.ts';
import { type ReviewNotifications, type ReviewResponses, reviewRequests } from './review-calls.ts';
import { approval, isolation, type ProviderId, provider, type Settings, settings } from './settings.ts';
import { type StatisticsResponses, statisticsRequests } from './statistics-calls.ts';
import {
  type PrunedWorktrees,
  type RemovedSnapshots,
  type WorktreeResponses,
  worktreeRequests,
} from './worktree-calls.ts';

const id = z.string().min(1).max(200);
const inSession = z.object({ sessionId: id });
const inBranch = inSession.extend({ branch: id });

export const sessionOptions = z.object({
  workspace: z.string().min(1),
  prompt: z.string().min(1),
  provider: provider.default('demo'),
  model: z.string().min(1).optional(),
  approval: approval.default('edits'),
  isolation: isolation.default('worktree'),
  maxForks: z.number().int().min(1).max(64).default(8),
  budget: z.number().positive().nullable().default(null),
});

/** Pictures that go with a person's message: bitmaps that every provider with pictures takes. Data is base64, 5 MB at most. */
const image = z.object({
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.base64().min(1).max(7_000_000),
});
export type PromptImage = z.infer<typeof image>;

/** The parameters of every call that the window may make. The host parses them before it does anything. */
export const requests = {
  'app.info': z.object({}),
  'settings.get': z.object({}),
  /** What a patch does not name stays as it is. */
  'settings.set': settings.partial(),
  'secrets.set': z.object({ provider, key: z.string().max(10_000) }),
  /** Makes one tiny request; without a model the provider's default is asked. */
  'providers.test': z.object({ provider, model: z.string().min(1).max(200).optional() }),
  'providers.endTest': z.object({ provider }),
  'workspace.pick': z.object({}),
  'workspace.inspect': z.object({ path: z.string().min(1) }),
  'sessions.list': z.object({}),
  'sessions.open': inSession,
  'sessions.close': inSession,
  'sessions.create': sessionOptions,
  'sessions.demo': z.object({}),
  'sessions.rename': inSession.extend({ title: z.string().min(1).max(200) }),
  'sessions.setApproval': inSession.extend({ approval }),
  'sessions.setBudget': inSession.extend({ budget: z.number().positive().nullable() }),
  'sessions.archive': inSession.extend({ archived: z.boolean() }),
  /** What deleting would put away, asked before it is done. */
  'sessions.loss': inSession,
  /** Moves the session's folder into the trash inside the data folder. */
  'sessions.delete': inSession,
  'sessions.trash': z.object({}),
  /** One that is in the trash: nothing brings it back. */
  'sessions.deleteForGood': inSession,
  'sessions.restore': inSession,
  /** Searches all transcripts; hits and progress come as `search` notifications until `ended`. */
  'search.start': z.object({
    searchId: id,
    query: z.string().trim().min(2).max(200),
    sessionId: id.nullable().default(null),
  }),
  'search.cancel': z.object({ searchId: id }),
  'branch.prompt': inBranch.extend({ text: z.string().min(1), images: z.array(image).max(8).default([]) }),
  /** Files a person may name in a message: what git tracks, and what it would track. */
  'branch.files': inBranch,
  /** Another model of the session's provider, from the branch's next request on. */
  'branch.setModel': inBranch.extend({ model: z.string().trim().min(1).max(200) }),
  'branch.interrupt': inBranch.extend({ subtree: z.boolean().default(false) }),
  'branch.interruptAll': inSession,
  'branch.pause': inBranch,
  'branch.resume': inBranch,
  'branch.skipHold': inBranch,
  'branch.fork': inBranch.extend({
    messageId: id.nullable(),
    directives: z.array(z.string().min(1)).min(1).max(64),
    /** What may run in them: all (null), what only reads, or the tools named here. */
    tools: z
      .union([z.literal('read-only'), z.array(z.string().max(100)).max(100)])
      .nullable()
      .default(null),
  }),
  /** What forking from here would share and cost, before it is done. */
  'forks.estimate': inBranch.extend({ messageId: id.nullable(), count: z.number().int().min(1).max(64).default(1) }),
  /** `against`: a branch whose files, as they are now, are the other side; null for the base commit. */
  'branch.diff': inBranch.extend({
    against: id.nullable().default(null),
    ignoreSpace: z.boolean().default(false),
    past,
  }),
  'branch.discardWorktree': inBranch.extend({ confirmed: z.boolean() }),
  'branch.terminalInput': inBranch.extend({ data: z.string().max(100_000) }),
  /** In character cells. Nothing happens when no command runs. */
  'branch.terminalResize': inBranch.extend({
    columns: z.number().int().min(20).max(500),
    rows: z.number().int().min(5).max(300),
  }),
  'permission.answer': inSession.extend({
    promptId: id,
    answer: z.enum(['allow', 'deny']),
    scope: z.enum(['once', 'branch', 'subtree', 'session']).default('once'),
    word: z.string().max(2_000).nullable().default(null),
  }),
  'request.segments': inSession.extend({ requestId: id }),
  ...worktreeRequests,
  ...cloneRequests,
  ...reviewRequests,
  ...agentRequests,
  ...exportRequests,
  ...importRequests,
  ...statisticsRequests,
} as const;

export type RequestName = keyof typeof requests;
export type SessionOptions = z.infer<typeof sessionOptions>;

export interface AppInfo {
  readonly version: string;
  readonly dataFolder: string;
  readonly platform: string;
  /** False when the system offers no keychain: keys are then kept for this run only. */
  readonly keychain: boolean;
  readonly providers: readonly ProviderInfo[];
}
export interface ProviderInfo {
  readonly id: ProviderId;
  readonly name: string;
  readonly models: readonly string[];
  readonly hasKey: boolean;
  readonly needsKey: boolean;
  /** How it is reached now; absent for the embedded model. */
  readonly access?: ProviderAccess;
}
export interface ProviderAccess {
  /** Whose service it is, inside a sentence: one provider can stand for several, by key and address. */
  readonly service: string;
  /** Variables of the environment that win over Settings. */
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly keyFromEnvironment: boolean;
  /** The address in force; null when the given one cannot be used, and `problem` says why. */
  readonly baseUrl: string | null;
  readonly problem: string | null;
}
/** What one tiny request brought. `message` is one plain sentence with a next step. */
export type ConnectionTest =
  | {
      readonly ok: true;
      readonly model: string;
      /** Milliseconds to the end of the answer, and to its first byte. */
      readonly latencyMs: number;
      readonly firstByteMs: number | null;
      readonly usage: Usage | null;
      readonly text: string;
      /** The provider's own word for how the answer ended. */
      readonly providerReason: string;
    }
  | {
      readonly ok: false;
      readonly model: string;
      readonly latencyMs: number;
      readonly kind: string;
      readonly message: string;
    };
export interface WorkspaceInfo {
  readonly root: string;
  readonly gitBranch: string | null;
  readonly head: string;
  /** Plain words about an unusual state, e.g. a rebase in progress; null when there is nothing to say. */
  readonly notice: string | null;
}
export interface SessionListItem {
  readonly sessionId: string;
  readonly title: string;
  readonly workspace: string;
  readonly createdAt: number;
  readonly lastAt: number;
  /** `idle`: it ended and waits for a message; `interrupted`: a person, a signal or a crash ended it. */
  readonly status: 'active' | 'needs-input' | 'idle' | 'interrupted' | 'failed' | 'unreadable';
  readonly branches: number;
  readonly cost: number | null;
  readonly archived: boolean;
  /** The tool (as a person knows it) and the path that it was imported from; null for a session of ours. */
  readonly importedFrom: { readonly tool: string; readonly path: string } | null;
  /** True while its transcript is watched: it grows with it, and cannot be changed here. */
  readonly followed: boolean;
}
/** What a deleted session would take with it. */
export interface SessionLoss {
  readonly branches: number;
  /** Bytes on disk of its log and stored requests. */
  readonly bytes: number;
  /** True while a branch of it runs: it must end first. */
  readonly running: boolean;
  /** Worktrees that still exist and hold changes. They stay on disk. */
  readonly worktrees: readonly WorktreeLoss[];
}
export interface WorktreeLoss {
  readonly branch: string;
  readonly title: string;
  readonly path: string;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}
export interface TrashedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly workspace: string;
  readonly deletedAt: number;
}
export interface DeletedForGood {
  /** What it had kept of its forks' files, and went with it; null when there was nothing. */
  readonly snapshots: RemovedSnapshots | null;
  /** Why something of it is still there, with what to do; null when all of it went. */
  readonly problem: string | null;
}
/**
 * One place that fits a search: a message with the words, or a call, a request or a branch that filters ask for. `start` and
 * `length` mark the match in `excerpt`; `length` is 0 where no words were asked for.
 */
export interface SearchHit {
  readonly kind: 'message' | 'call' | 'request' | 'branch';
  readonly sessionId: string;
  readonly sessionTitle: string;
  readonly branch: string;
  readonly branchTitle: string;
  /** Empty for a branch and for a request. */
  readonly messageId: string;
  /** The message, or the call inside it that the words belong to. */
  readonly place: string;
  readonly author: string;
  readonly at: number;
  readonly excerpt: string;
  readonly start: number;
  readonly length: number;
}
export interface SegmentText {
  readonly kind: 'tools' | 'system' | 'message';
  readonly hash: string;
  readonly bytes: number;
  readonly text: string;
}

/** What each call answers. */
export interface Responses
  extends WorktreeResponses,
    CloneResponses,
    AgentResponses,
    ReviewResponses,
    ExportResponses,
    ImportResponses,
    StatisticsResponses {
  'app.info': AppInfo;
  'settings.get': Settings;
  'settings.set': Settings;
  'secrets.set': { stored: 'keychain' | 'memory' };
  'providers.test': ConnectionTest;
  'providers.endTest': null;
  'workspace.pick': string | null;
  'workspace.inspect': WorkspaceInfo;
  'sessions.list': readonly SessionListItem[];
  /**
   * A long log comes in pieces: `preview` is then what it adds up to, without most of its text (a `SessionState` in JSON,
   * which crosses to the window in a tenth of the time of an object), and its `coming` events follow before anything that
   * happens meanwhile: as `stored-lines` of the number `feed`, or, without a number, as `events`.
   */
  'sessions.open': {
    events: readonly SessionEvent[];
    preview?: { readonly text: string; readonly coming: number; readonly feed: number | null };
  };
  'sessions.close': null;
  'sessions.create': { sessionId: string };
  'sessions.demo': { sessionId: string };
  'sessions.rename': null;
  'sessions.setApproval': null;
  'sessions.setBudget': null;
  'sessions.archive': null;
  'sessions.loss': SessionLoss;
  'sessions.delete': null;
  'sessions.trash': readonly TrashedSession[];
  'sessions.deleteForGood': DeletedForGood;
  'sessions.restore': null;
  'search.start': null;
  'search.cancel': null;
  'branch.prompt': null;
  'branch.setModel': null;
  'branch.interrupt': null;
  'branch.interruptAll': { stopped: readonly string[] };
  'branch.pause': null;
  'branch.resume': null;
  'branch.skipHold': null;
  'branch.fork': { branches: readonly string[] };
  'forks.estimate': LaunchEstimate;
  'branch.diff': { patch: string };
  'branch.discardWorktree': { backupRef: string | null };
  'branch.files': { files: readonly string[]; cut: boolean };
  'branch.terminalInput': null;
  'branch.terminalResize': null;
  'permission.answer': null;
  'request.segments': { segments: readonly SegmentText[] };
}

export type Params<N extends RequestName> = z.input<(typeof requests)[N]>;

/** What the host tells the window unasked. Events come in batches, at most one a frame. */
export interface Notifications
  extends ReviewNotifications,
    ImportNotifications,
    ExportNotifications,
    CloneNotifications {
  events: { readonly sessionId: string; readonly events: readonly SessionEvent[] };
  /** Whole lines of a log as they are stored. After the last piece of a feed no more comes, whatever was announced. */
  'stored-lines': {
    readonly sessionId: string;
    readonly feed: number;
    readonly lines: string;
    readonly isLast: boolean;
  };
  'sessions-changed': Record<string, never>;
  /** A menu entry was chosen; the name is that of a command. */
  command: { readonly name: string };
  /** Show this session now (it was started outside the window). */
  'show-session': { readonly sessionId: string };
  /** A system notification was clicked: show this branch of this session. */
  'show-branch': { readonly sessionId: string; readonly branch: string };
  search: SearchProgress;
  /** Old worktrees that held nothing were removed by themselves, as the settings say. */
  'worktrees-pruned': PrunedWorktrees;
  /** Agent or skill files of a workspace changed on disk; `root` is its root. */
  'agents-changed': { readonly root: string };
}
export type NotificationName = keyof Notifications;

export interface SearchProgress {
  readonly searchId: string;
  /** Hits since the last word. */
  readonly hits: readonly SearchHit[];
  /** Sessions looked at so far, and in all. */
  readonly done: number;
  readonly total: number;
  /** Null while it goes on. */
  readonly ended: 'complete' | 'cancelled' | 'full' | 'failed' | null;
}

/** The one object that the preload script hands to the window. */
export interface WindowBridge extends HostBridge {
  /** Where a dropped file or folder lies on disk; a page alone does not see it. */
  pathOfFile(file: unknown): string;
}

/** Calls to the host, and what it tells unasked. */
export interface HostBridge {
  call<N extends RequestName>(name: N, params: Params<N>): Promise<Result<Responses[N]>>;
  on<N extends NotificationName>(name: N, listener: (payload: Notifications[N]) => void): () => void;
}
