import { join } from 'node:path';
import type { PriceTable } from '../../../core/session/cost.ts';
import { LOG_VERSION } from '../../../core/session/events.ts';
import { Session } from '../../agent/session.ts';
import { SYSTEM_TEXT } from '../../agent/system-text.ts';
import { newContext, storedContext } from '../../open-session.ts';
import type { ModelAdapter } from '../../providers/model-adapter.ts';
import { AGENT_TOOL } from '../../tools/agent-tool.ts';
import { coreTools } from '../../tools/registry.ts';
import { readLog } from '../../transcripts/read-log.ts';
import { sessionFolder } from '../../transcripts/session-folder.ts';
import { WorktreeService } from '../../worktrees/worktree-service.ts';

export interface BareSessionOptions {
  /** For the data; the workspace may lie in it. */
  readonly folder: string;
  /** Any folder: without worktrees no repository is needed. */
  readonly workspace: string;
  readonly model: string;
  readonly maxForks: number;
  /** A fresh one for each opening, as a new process would make it. */
  adapter(): ModelAdapter;
  readonly clock?: () => number;
  /** None is known if absent. */
  readonly prices?: PriceTable;
  /** USD. */
  readonly budget?: number | null;
}

/** A session as the product runs it, on any adapter, without an engine around it: for tests and measurements. */
export function startBareSession(options: BareSessionOptions): Session {
  const { workspace, model, maxForks } = options;
  const tools = [AGENT_TOOL, ...coreTools().map((tool) => tool.declaration)];
  const parts = contextParts(options);
  const { provider } = parts.adapter;
  return Session.start(
    { ...shared(options), context: newContext(folderOf(options), parts) },
    {
      version: LOG_VERSION,
      sessionId: 'bare',
      title: 'bare',
      workspace: { root: workspace, gitBranch: null, head: '' },
      provider,
      model,
      approval: 'all',
      isolation: 'none',
      maxForks,
      budget: options.budget ?? null,
    },
    { version: 1, provider, model, systemText: SYSTEM_TEXT, tools, sampling: {} },
  );
}

/** The same session from its log alone; the earlier one must be closed. */
export async function resumeBareSession(options: BareSessionOptions): Promise<Session> {
  return Session.resume({
    ...shared(options),
    context: storedContext(folderOf(options), contextParts(options), await readLog(folderOf(options).events)),
  });
}

function folderOf({ folder }: BareSessionOptions) {
  return sessionFolder(join(folder, 'home'), 'bare');
}

function contextParts({ adapter, clock = Date.now, prices = { date: '', models: [] } }: BareSessionOptions) {
  return { adapter: adapter(), tools: coreTools(), prices, clock, problems: [] };
}

function shared({ folder, clock = Date.now }: BareSessionOptions) {
  const worktrees = new WorktreeService({ directory: join(folder, 'worktrees'), clock, ids: () => 'worktree' });
  return { worktrees, release: () => {} };
}
