import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import type {
  HostBridge,
  NotificationName,
  Notifications,
  Params,
  RequestName,
  Responses,
  SessionListItem,
} from '../../shared/contract.ts';
import { fault, ok, type Result } from '../../shared/result.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { manyScene, permissionScene, runningScene, statesScene } from './scenes.ts';

export type Scene = 'empty' | 'running' | 'permission' | 'states' | 'many' | 'broken' | 'live';

const SETTINGS = settingsSchema.parse({});

type Listeners = { [N in NotificationName]: Set<(payload: Notifications[N]) => void> };
type Handlers = { [N in RequestName]?: (params: Params<N>) => Result<Responses[N]> | Promise<Result<Responses[N]>> };

/** A host without an engine: it plays one of a few scenes and answers every call as the real one would. */
export class FakeHost implements HostBridge {
  readonly calls: { readonly name: RequestName; readonly params: unknown }[] = [];
  readonly #listeners: Listeners = {
    events: new Set(),
    'stored-lines': new Set(),
    'sessions-changed': new Set(),
    command: new Set(),
    'show-session': new Set(),
    'show-branch': new Set(),
    search: new Set(),
    found: new Set(),
    import: new Set(),
    export: new Set(),
    'session-restarted': new Set(),
    'follow-fault': new Set(),
    review: new Set(),
    'agents-changed': new Set(),
    'worktrees-pruned': new Set(),
    'checkout-changed': new Set(),
  };
  readonly #handlers: Handlers;
  readonly #refusals = new Map<RequestName, string>();
  #settings = SETTINGS;
  #log: SessionEvent[] = [];
  #reviewSeq = 0;

  constructor(scene: Scene, theme: Settings['theme'] = 'system', count = 24) {
    this.#settings = { ...SETTINGS, theme };
    const options = { now: Date.now(), startedMsAgo: 94_000 };
    if (scene === 'running') this.#log = runningScene(options);
    if (scene === 'permission') this.#log = permissionScene(options);
    if (scene === 'states') this.#log = statesScene(options);
    if (scene === 'many') this.#log = manyScene(options, count);
    if (scene === 'live') this.#log = runningScene(options);
    this.#handlers = this.#answers(scene);
  }

  call<N extends RequestName>(name: N, params: Params<N>): Promise<Result<Responses[N]>> {
    this.calls.push({ name, params });
    const refusal = this.#refusals.get(name);
    if (refusal !== undefined) return Promise.resolve(fault('refused', refusal));
    const handler = this.#handlers[name];
    if (!handler) return Promise.resolve(ok(null as Responses[N]));
    return Promise.resolve(handler(params));
  }

  on<N extends NotificationName>(name: N, listener: (payload: Notifications[N]) => void): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  /** From now on every call of this name fails with this sentence. */
  refuse(name: RequestName, message: string): void {
    this.#refusals.set(name, message);
  }

  emit(...bodies: readonly EventBody[]): void {
    const last = this.#log.at(-1)?.seq ?? 0;
    const events = bodies.map((body, index): SessionEvent => ({ ...body, seq: last + index + 1, at: Date.now() }));
    this.#log.push(...events);
    for (const listener of this.#listeners.events) listener({ sessionId: 's1', events });
  }

  /** Tells the window something unasked. */
  notify<N extends NotificationName>(name: N, payload: Notifications[N]): void {
    for (const listener of this.#listeners[name]) listener(payload);
  }

  /** Streams words into a branch, as a model does. */
  stream(branch: string, requestId: string): () => void {
    const words =
      ' so that a date in July and one in December get their own; the table is right on both sides of the change.'.split(
        ' ',
      );
    let at = 0;
    const timer = setInterval(() => {
      this.emit({ type: 'text-delta', branch, requestId, thought: false, text: ` ${words[at++ % words.length]}` });
    }, 130);
    return () => clearInterval(timer);
  }

  /** Plays the log again from its start, fast, as a session that begins before the eyes. */
  replay(events: readonly SessionEvent[], speed: number): void {
    this.#log = [];
    let at = events[0]?.at ?? 0;
    let delay = 0;
    for (const event of events) {
      delay += Math.min(900, (event.at - at) / speed);
      at = event.at;
      setTimeout(() => this.emit(event), delay);
    }
  }

  get log(): readonly SessionEvent[] {
    return this.#log;
  }

  #answers(scene: Scene): Handlers {
    return {
      'settings.get': () => ok(this.#settings),
      'settings.set': (change) => {
        this.#settings = { ...this.#settings, ...change } as Settings;
        return ok(this.#settings);
      },
      'app.info': () =>
        ok({
          version: '0.1.0',
          dataFolder: '/home/kim/.local/share/forkscope',
          platform: 'linux',
          keychain: false,
          providers: [
            { id: 'demo', name: 'Demo model', models: ['forkscope-demo'], hasKey: true, needsKey: false },
            { id: 'gemini', name: 'Gemini', models: ['gemini-3-flash', 'gemini-3-pro'], hasKey: false, needsKey: true },
            { id: 'openai', name: 'OpenAI-compatible', models: ['qwen3-max'], hasKey: true, needsKey: true },
            { id: 'anthropic', name: 'Anthropic', models: ['claude-sonnet-4-6'], hasKey: false, needsKey: true },
          ],
        }),
      'sessions.list': () => ok(scene === 'empty' ? [] : sessionList()),
      'sessions.open': async () => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        if (scene === 'broken') {
          return fault('session-held', 'Another Forkscope window holds this session. Close it there, then try again.');
        }
        return ok({ events: [...this.#log] });
      },
      'sessions.demo': async () => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        if (scene === 'broken')
          return fault(
            'disk-full',
            'The disk is full, so the demo repository could not be made. Free some space and try again.',
          );
        return ok({ sessionId: 's1' });
      },
      'sessions.create': ({ workspace }) =>
        scene === 'broken'
          ? fault('no-commit', `${workspace} has no commit yet. Make a first commit there, then start the session.`)
          : ok({ sessionId: 's1' }),
      'sessions.rename': ({ title }) => {
        this.emit({ type: 'session-renamed', title });
        return ok(null);
      },
      'sessions.setApproval': ({ approval }) => {
        this.emit({ type: 'approval-changed', approval });
        return ok(null);
      },
      'workspace.pick': () => ok('/home/kim/tides'),
      'workspace.inspect': ({ path }) =>
        path.includes('nowhere')
          ? fault(
              'no-repository',
              `${path} is no git repository. Choose a folder inside one, or run "git init" and commit there.`,
            )
          : ok({ root: path, gitBranch: 'main', head: '3f2a91c4e5', notice: null }),
      'branch.interrupt': ({ branch }) => {
        if (scene === 'broken')
          return fault('already-ended', 'This branch has already ended. Send it a message to go on.');
        this.emit({ type: 'branch-ended', branch, status: 'interrupted', reason: 'You aborted it.', report: null });
        return ok(null);
      },
      'branch.interruptAll': () => ok({ stopped: [] }),
      'branch.pause': ({ branch }) => {
        this.emit({ type: 'branch-status', branch, status: 'paused', reason: 'paused by you' });
        return ok(null);
      },
      'branch.resume': ({ branch }) => {
        this.emit({ type: 'branch-status', branch, status: 'running' });
        return ok(null);
      },
      'branch.fork': () => ok({ branches: [] }),
      'forks.estimate': ({ count = 1 }) =>
        ok({
          count,
          tokensShared: 18_400,
          tokensNew: 600,
          isWarm: true,
          coldInMs: 192_000,
          isHeld: false,
          holdReason: "the parent's prefix is warm and the common tail is small",
          costWarm: 0.00183 * count,
          costCold: 0.01425 * count,
          warning: null,
          note: null,
        }),
      'branch.diff': () => ok({ patch: '' }),
      'branch.files': () => ok({ files: ['README.md', 'src/clock.ts', 'src/tide-table.ts'], cut: false }),
      'sessions.loss': () => ok({ branches: 4, bytes: 482_113, running: false, worktrees: [] }),
      'sessions.trash': () => ok([]),
      'request.segments': () => ok({ segments: [] }),
      'review.read': () => ok({ entries: [], problems: [] }),
      'review.write': ({ changes }) => {
        const last = this.#reviewSeq;
        this.#reviewSeq += changes.length;
        return ok({ entries: changes.map((change, index) => ({ ...change, seq: last + index + 1, at: Date.now() })) });
      },
      'permission.answer': ({ promptId, answer, scope = 'once', word = null }) => {
        const asked = this.#log.find((event) => event.type === 'permission-asked' && event.promptId === promptId);
        if (asked?.type !== 'permission-asked') return fault('no-prompt', 'This prompt was already answered.');
        this.emit(
          { type: 'permission-answered', branch: asked.branch, promptId, answer, scope, word },
          { type: 'branch-status', branch: asked.branch, status: 'running' },
        );
        return ok(null);
      },
    };
  }
}

function sessionList(): SessionListItem[] {
  const now = Date.now();
  const item = (
    sessionId: string,
    title: string,
    workspace: string,
    minutes: number,
    status: SessionListItem['status'],
    branches: number,
    cost: number | null,
  ): SessionListItem => ({
    sessionId,
    title,
    workspace,
    createdAt: now - minutes * 60_000 - 300_000,
    lastAt: now - minutes * 60_000,
    status,
    branches,
    cost,
    archived: false,
    importedFrom: null,
    followed: false,
  });
  return [
    item('s1', 'Tide table is an hour off in summer', '/home/kim/tides', 0, 'active', 4, 0.0117),
    item('s2', 'Replace the date library', '/home/kim/tides', 190, 'idle', 6, 0.4312),
    item('s3', 'Flaky test in the week view', '/home/kim/tides', 2_900, 'failed', 2, 0.0204),
    item(
      's4',
      'Port the renderer to the new canvas, in eight parts',
      '/home/kim/work/harbour-map',
      45,
      'needs-input',
      9,
      1.84,
    ),
    item('s5', 'Read the new tariff and explain it', '/home/kim/work/harbour-map', 8_000, 'idle', 1, null),
    item('s6', 'Session of a newer version', '/home/kim/work/harbour-map', 30_000, 'unreadable', 0, null),
  ];
}
