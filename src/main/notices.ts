import type { SessionEvent } from '../core/session/events.ts';
import { branchesOf, hasEnded, rootOf } from '../core/session/selectors.ts';
import type { SessionState } from '../core/session/state.ts';
import type { Settings } from '../shared/settings.ts';

export interface SystemNotice {
  readonly sessionId: string;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** What the notices need of the host. */
export interface NoticeParts {
  settings(): Settings['notices'];
  /** True while a person has this session before their eyes. */
  isLookedAt(sessionId: string): boolean;
  /** Shows a notice; the answer takes it away again. */
  show(notice: SystemNotice): () => void;
  setBadge(count: number): void;
}

/** Decides what is worth calling a person back for, and takes it back once it is no longer true. */
export class Notices {
  readonly #parts: NoticeParts;
  /** What is out, by what it is about. Its size is the badge. */
  readonly #open = new Map<string, () => void>();

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  /** Takes an event that is part of the session's state. The state is looked at only for events that matter. */
  hear(sessionId: string, session: { readonly state: SessionState }, event: SessionEvent): void {
    if (event.type === 'permission-answered') this.#take(event.promptId);
    if (event.type !== 'permission-asked' && event.type !== 'branch-ended') return;
    const wanted = this.#parts.settings();
    const { state } = session;
    const title = (branch: string): string => state.branches[branch]?.title || branch;
    if (event.type === 'permission-asked') {
      if (!wanted.needsInput) return;
      const { branch, promptId } = event;
      this.#tell(promptId, { sessionId, branch, title: `${title(branch)} needs you`, body: event.title });
      return;
    }
    const { branch, status, reason } = event;
    if (status === 'failed' && wanted.failed) {
      const body = reason ?? 'Open it to see why.';
      this.#tell(`${sessionId} ${branch}`, { sessionId, branch, title: `${title(branch)} failed`, body });
      return;
    }
    const root = rootOf(state);
    const isAll = branchesOf(state).every(hasEnded) && root?.status === 'completed' && status === 'completed';
    if (isAll && wanted.allDone) {
      this.#tell(sessionId, { sessionId, branch: root.id, title: 'All branches are done', body: state.title });
    }
  }

  /** The person looks at the window: nothing has to call them any more. */
  seen(): void {
    for (const key of [...this.#open.keys()]) this.#take(key);
  }

  #tell(key: string, notice: SystemNotice): void {
    if (this.#parts.isLookedAt(notice.sessionId)) return;
    this.#open.get(key)?.();
    this.#open.set(key, this.#parts.show(notice));
    this.#parts.setBadge(this.#open.size);
  }

  #take(key: string): void {
    const takeBack = this.#open.get(key);
    if (!takeBack) return;
    this.#open.delete(key);
    takeBack();
    this.#parts.setBadge(this.#open.size);
  }
}
