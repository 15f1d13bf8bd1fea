import type { Approval, EventBody } from '../../core/session/events.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { ToolRisk } from '../tools/tool.ts';

export interface PermissionRequest {
  readonly branch: string;
  readonly callId: string;
  readonly tool: string;
  readonly risk: ToolRisk;
  readonly title: string;
  readonly detail: string;
  /** No rule and no earlier grant answers it: only a person does. */
  readonly mustAsk?: boolean;
}
export interface PermissionAnswer {
  readonly answer: 'allow' | 'deny';
  readonly scope: 'once' | 'branch' | 'subtree' | 'session';
  /** What the person wants to tell the agent with a denial. */
  readonly word: string | null;
}

interface Pending {
  readonly request: PermissionRequest;
  readonly settle: (answer: PermissionAnswer | null) => void;
}
interface Grant {
  readonly tool: string;
  readonly scope: 'branch' | 'subtree' | 'session';
  readonly branch: string;
}

/** The rule of an approval mode: what may run without asking. */
export function isAllowedByRule(approval: Approval, risk: ToolRisk): boolean {
  if (risk === 'read' || risk === 'spawn' || approval === 'all') return true;
  return approval === 'edits' && risk === 'edit';
}

/** One queue for the prompts of all branches. What nobody answers waits, and blocks no other branch. */
export class PermissionQueue {
  readonly #state: () => SessionState;
  readonly #append: (body: EventBody) => void;
  readonly #ids: () => string;
  readonly #pending = new Map<string, Pending>();
  readonly #grants: Grant[] = [];

  constructor(options: { state: () => SessionState; append: (body: EventBody) => void; ids: () => string }) {
    this.#state = options.state;
    this.#append = options.append;
    this.#ids = options.ids;
  }

  /** Resolves with the person's answer, or `null` when the branch was interrupted meanwhile. */
  async ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer | null> {
    if (this.isAllowed(request)) return { answer: 'allow', scope: 'once', word: null };
    if (signal.aborted) return null;
    const promptId = this.#ids();
    const { branch, callId, tool, title, detail } = request;
    return new Promise((resolve) => {
      const withdraw = () => this.#settle(promptId, null);
      signal.addEventListener('abort', withdraw, { once: true });
      const settle = (answer: PermissionAnswer | null) => {
        signal.removeEventListener('abort', withdraw);
        resolve(answer);
      };
      this.#pending.set(promptId, { request, settle });
      this.#append({ type: 'permission-asked', branch, promptId, callId, tool, title, detail });
      this.#append({
        type: 'branch-status',
        branch,
        status: 'waiting',
        waitingFor: 'permission',
        reason: `asks: ${title}`,
      });
    });
  }

  /** False when the prompt is no longer open: it was answered or withdrawn. */
  answer(promptId: string, answer: PermissionAnswer): boolean {
    const pending = this.#pending.get(promptId);
    if (!pending) return false;
    const { branch, tool } = pending.request;
    if (answer.answer === 'allow' && answer.scope !== 'once') this.#grants.push({ tool, scope: answer.scope, branch });
    this.#settle(promptId, answer);
    this.recheck();
    return true;
  }

  /** Lets through what a new grant or another approval mode allows. */
  recheck(): void {
    for (const [promptId, { request }] of [...this.#pending]) {
      if (this.isAllowed(request)) this.#settle(promptId, { answer: 'allow', scope: 'once', word: null });
    }
  }

  #settle(promptId: string, answer: PermissionAnswer | null): void {
    const pending = this.#pending.get(promptId);
    if (!pending) return;
    this.#pending.delete(promptId);
    this.#append({
      type: 'permission-answered',
      branch: pending.request.branch,
      promptId,
      answer: answer?.answer ?? 'withdrawn',
      scope: answer?.scope ?? 'once',
      word: answer?.word ?? null,
    });
    if (answer) this.#append({ type: 'branch-status', branch: pending.request.branch, status: 'running' });
    pending.settle(answer);
  }

  /** Whether the rules, or what a person has allowed, answer this request without asking. */
  isAllowed({ branch, tool, risk, mustAsk = false }: PermissionRequest): boolean {
    if (mustAsk) return false;
    const { session } = this.#state();
    if (session && isAllowedByRule(session.approval, risk)) return true;
    const lineage = this.#lineage(branch);
    return this.#grants.some(
      (grant) =>
        grant.tool === tool &&
        (grant.scope === 'session' ||
          (grant.scope === 'branch' && grant.branch === branch) ||
          (grant.scope === 'subtree' && lineage.includes(grant.branch))),
    );
  }

  #lineage(branch: string): string[] {
    const { branches } = this.#state();
    const lineage: string[] = [];
    for (let id: string | null = branch; id !== null; id = branches[id]?.parent ?? null) lineage.push(id);
    return lineage;
  }
}
