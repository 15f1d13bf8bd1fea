import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import type { SessionEvent } from '../core/session/events.ts';
import { previewOf } from '../core/session/preview.ts';
import type { Session } from '../engine/agent/session.ts';
import { storedSegments } from '../engine/agent/stored-request.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { listProviders } from '../engine/providers/registry.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';
import { LONG_LOG, type StoredPreview } from '../engine/transcripts/stored-preview.ts';
import type { Responses } from '../shared/contract.ts';
import type { Settings } from '../shared/settings.ts';
import { agentHandlers } from './agent-handlers.ts';
import { cloneHandlers } from './clone-handlers.ts';
import { EventFeed, type Send } from './event-feed.ts';
import { exportHandlers } from './export-handlers.ts';
import { importHandlers } from './import-handlers.ts';
import type { Handlers } from './ipc.ts';
import type { KeychainSecrets } from './keychain.ts';
import { LiveFolders } from './live-folders.ts';
import { providerHandlers } from './provider-handlers.ts';
import { reviewHandlers } from './review-handlers.ts';
import { SearchCalls } from './search-calls.ts';
import { statisticsHandlers } from './statistics-handlers.ts';
import { PIECE_BYTES, StoredFeed } from './stored-feed.ts';
import { worktreeHandlers } from './worktree-handlers.ts';

export interface HandlerParts {
  readonly engine: Engine;
  readonly home: string;
  /** The folder that ships with the app. */
  readonly resources: string;
  readonly settings: SettingsStore;
  readonly secrets: KeychainSecrets;
  readonly env: NodeJS.ProcessEnv;
  /** Sends to one window. */
  sendTo(contents: WebContents): Send;
  /** The events of a session begin anew: every window that shows it must open it again. */
  restarted(sessionId: string): void;
  /** The list of sessions may look different now. */
  sessionsChanged(): void;
  /** Hears every event of a session that is open here, after it was folded. */
  hear(sessionId: string, session: Session, event: SessionEvent): void;
  /** The settings were changed. */
  settingsChanged(settings: Settings): void;
}

/** Events after which the list of sessions looks different. */
const LISTED: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'session-renamed',
  'branch-created',
  'branch-status',
  'branch-ended',
  'permission-asked',
  'permission-answered',
  'request-ended',
]);

/** Settings that cannot be read are told by `settings.get`; they must not keep the window from starting. */
function readable(settings: SettingsStore): Pick<Settings, 'baseUrls'> {
  try {
    return settings.read();
  } catch {
    return { baseUrls: {} };
  }
}

/** The window's calls, each answered by the engine; and which sessions a window shows now. */
export function createHandlers(parts: HandlerParts): {
  readonly handlers: Handlers;
  /** The window can be seen, or not: what nobody sees is not counted. */
  setVisible(isVisible: boolean): void;
  isShown(sessionId: string, contents: WebContents): boolean;
} {
  const { engine, home, settings, secrets, env } = parts;
  const feeds = new Map<string, EventFeed | StoredFeed>();
  const watched = new WeakSet<Session>();
  const searches = new SearchCalls(engine, parts.sendTo);
  const folders = new LiveFolders();

  function watch(sessionId: string, session: Session): void {
    if (watched.has(session)) return;
    watched.add(session);
    session.subscribe((event) => {
      if (LISTED.has(event.type)) parts.sessionsChanged();
      parts.hear(sessionId, session, event);
    });
    parts.sessionsChanged();
  }

  function follow(
    sessionId: string,
    session: Pick<Session, 'subscribe' | 'pastEvents' | 'state'> & Partial<Pick<Session, 'watchFolders'>>,
    contents: WebContents,
    /** Lines up to this number are in the window already. */
    knownSeq: number | null = null,
  ): Responses['sessions.open'] {
    const key = `${contents.id}:${sessionId}`;
    feeds.get(key)?.stop();
    const events = session.pastEvents().filter(({ seq }) => knownSeq === null || seq > knownSeq);
    const isLong = events.length > LONG_LOG || knownSeq !== null;
    const subscribe = (listener: (event: SessionEvent) => void) => session.subscribe(listener);
    feeds.set(key, new EventFeed(sessionId, subscribe, parts.sendTo(contents), isLong ? events : []));
    contents.once('destroyed', () => unfollow(key));
    folders.show(key, session);
    if (!isLong || knownSeq !== null) return { events };
    const text = JSON.stringify(previewOf(session.state));
    return { events: [], preview: { text, coming: events.length, feed: null } };
  }

  /** Shows what is known of a long log at once; its lines follow as they are stored, and then the session is opened. */
  function followStored(sessionId: string, preview: StoredPreview, contents: WebContents): Responses['sessions.open'] {
    const key = `${contents.id}:${sessionId}`;
    feeds.get(key)?.stop();
    const feed = new StoredFeed();
    feeds.set(key, feed);
    contents.once('destroyed', () => unfollow(key));
    const { bytes, lastSeq, events, text } = preview;
    const run = async (): Promise<void> => {
      await feed.run(sessionId, engine.storedPieces(sessionId, bytes, PIECE_BYTES), parts.sendTo(contents));
      if (feed.isStopped) return;
      const session = await engine.open(sessionId);
      watch(sessionId, session);
      if (!feed.isStopped) follow(sessionId, session, contents, lastSeq);
    };
    run().catch(async () => {
      // Without the preview the window asks again, and is told what is wrong.
      await engine.forgetPreview(sessionId);
      if (!feed.isStopped) parts.restarted(sessionId);
    });
    return { events: [], preview: { text, coming: events, feed: feed.feed } };
  }

  function isShown(sessionId: string, contents: WebContents): boolean {
    return feeds.has(`${contents.id}:${sessionId}`);
  }

  function unfollow(key: string): void {
    feeds.get(key)?.stop();
    feeds.delete(key);
    folders.hide(key);
  }

  async function started(session: Session): Promise<{ sessionId: string }> {
    const sessionId = session.state.session?.sessionId ?? '';
    watch(sessionId, session);
    return { sessionId };
  }

  const handlers: Handlers = {
    'app.info': () => ({
      version: app.getVersion(),
      dataFolder: home,
      platform: process.platform,
      keychain: secrets.isAvailable,
      providers: listProviders({ env, secrets, settings: readable(settings) }),
    }),
    'settings.get': () => settings.read(),
    'settings.set': (patch) => {
      const changed = settings.change(patch);
      parts.settingsChanged(changed);
      return changed;
    },
    'secrets.set': ({ provider, key }) => ({ stored: secrets.set(provider, key) }),
    ...providerHandlers(engine),
    'workspace.pick': async (_, sender) => {
      const window = BrowserWindow.fromWebContents(sender);
      const options = {
        properties: ['openDirectory'],
        title: 'Open a git repository',
      } satisfies Electron.OpenDialogOptions;
      const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
      return filePaths[0] ?? null;
    },
    'workspace.inspect': ({ path }) => engine.inspect(path),
    'sessions.list': () => engine.list(),
    'sessions.open': async ({ sessionId }, sender) => {
      const followed = engine.followed.get(sessionId);
      if (followed) return follow(sessionId, followed, sender);
      const preview = await engine.preview(sessionId);
      if (preview) return followStored(sessionId, preview, sender);
      const session = await engine.open(sessionId);
      watch(sessionId, session);
      return follow(sessionId, session, sender);
    },
    'sessions.close': ({ sessionId }, sender) => {
      unfollow(`${sender.id}:${sessionId}`);
      return null;
    },
    'sessions.create': async (options) => started(await engine.create(options)),
    'sessions.demo': async () => started(await engine.createDemo()),
    'sessions.rename': async ({ sessionId, title }) => {
      (await engine.open(sessionId)).rename(title);
      return null;
    },
    'sessions.setApproval': async ({ sessionId, approval }) => {
      (await engine.open(sessionId)).setApproval(approval);
      return null;
    },
    'sessions.setBudget': async ({ sessionId, budget }) => {
      (await engine.open(sessionId)).setBudget(budget);
      return null;
    },
    'sessions.archive': async ({ sessionId, archived }) => {
      await engine.archive(sessionId, archived);
      parts.sessionsChanged();
      return null;
    },
    'sessions.loss': ({ sessionId }) => engine.loss(sessionId),
    'sessions.delete': async ({ sessionId }, sender) => {
      unfollow(`${sender.id}:${sessionId}`);
      await engine.delete(sessionId);
      parts.sessionsChanged();
      return null;
    },
    'sessions.trash': () => engine.trash(),
    'sessions.deleteForGood': ({ sessionId }) => engine.deleteForGood(sessionId),
    'sessions.restore': async ({ sessionId }) => {
      await engine.restore(sessionId);
      parts.sessionsChanged();
      return null;
    },
    'search.start': ({ searchId, query, sessionId }, sender) => {
      searches.start(searchId, query, sessionId, sender);
      return null;
    },
    'search.cancel': ({ searchId }, sender) => {
      searches.cancel(searchId, sender);
      return null;
    },
    'branch.files': async ({ sessionId, branch }) => (await engine.open(sessionId)).files(branch),
    'branch.terminalResize': async ({ sessionId, branch, columns, rows }) => {
      (await engine.open(sessionId)).resizeTerminal(branch, columns, rows);
      return null;
    },
    'branch.prompt': async ({ sessionId, branch, text, images }, sender) => {
      const session = await engine.open(sessionId);
      session.prompt(branch, text, images);
      // A session that had to stop was opened anew: the window must follow the new one.
      if (isShown(sessionId, sender) && !watched.has(session)) parts.sendTo(sender)('show-session', { sessionId });
      return null;
    },
    'branch.setModel': async ({ sessionId, branch, model }) => {
      (await engine.open(sessionId)).setModel(branch, model);
      return null;
    },
    'branch.interrupt': async ({ sessionId, branch, subtree }) => {
      await (await engine.open(sessionId)).interrupt(branch, subtree);
      return null;
    },
    'branch.interruptAll': async ({ sessionId }) => ({ stopped: await (await engine.open(sessionId)).interruptAll() }),
    'branch.pause': async ({ sessionId, branch }) => {
      (await engine.open(sessionId)).pause(branch);
      return null;
    },
    'branch.resume': async ({ sessionId, branch }) => {
      (await engine.open(sessionId)).resume(branch);
      return null;
    },
    'branch.skipHold': async ({ sessionId, branch }) => {
      (await engine.open(sessionId)).skipHold(branch);
      return null;
    },
    'branch.fork': async ({ sessionId, branch, messageId, directives, tools }) => ({
      branches: await (await engine.open(sessionId)).fork(branch, messageId, directives, tools),
    }),
    'forks.estimate': async ({ sessionId, branch, messageId, count }) =>
      (await engine.open(sessionId)).estimateFork(branch, messageId, count),
    'branch.diff': async ({ sessionId, branch, ...choice }) => ({
      patch: await (await engine.open(sessionId)).diff(branch, choice),
    }),
    'branch.discardWorktree': async ({ sessionId, branch, confirmed }) => ({
      backupRef: await (await engine.open(sessionId)).discardWorktree(branch, confirmed),
    }),
    'branch.terminalInput': async ({ sessionId, branch, data }) => {
      if (!(await engine.open(sessionId)).writeTerminal(branch, data)) {
        throw new EngineFault('no-command', 'No command is running in this branch. Wait for one, then type.');
      }
      return null;
    },
    'permission.answer': async ({ sessionId, promptId, answer, scope, word }) => {
      if (!(await engine.open(sessionId)).answerPermission(promptId, { answer, scope, word })) {
        throw new EngineFault('answered', 'This question is no longer open: it was answered, or its branch ended.');
      }
      return null;
    },
    ...worktreeHandlers(engine),
    ...cloneHandlers(engine, parts.sendTo),
    ...reviewHandlers(engine),
    ...agentHandlers(engine, home, parts.sendTo),
    ...statisticsHandlers(),
    ...exportHandlers({ engine, home, resources: parts.resources, sendTo: parts.sendTo }),
    ...importHandlers({ ...parts, listed: ({ type }) => LISTED.has(type) }),
    'request.segments': async ({ sessionId, requestId }) => {
      const session = await engine.open(sessionId);
      return { segments: await storedSegments(session.state, requestId, session.blobs) };
    },
  };
  return { handlers, isShown, setVisible: (isVisible) => folders.setVisible(isVisible) };
}
