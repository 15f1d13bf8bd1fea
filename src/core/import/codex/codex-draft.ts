import { BranchEvents, type BranchOrigin, branchCreated } from '../draft-events.ts';
import { titleLine } from '../foreign-value.ts';
import { ListedChain } from '../listed-chain.ts';
import type { ReaderOptions } from '../source-info.ts';
import { branchAnchor, messageAnchor, type TranscriptDraft } from '../transcript-draft.ts';
import type { UnknownRows } from '../unknown-rows.ts';
import { addItems } from './codex-events.ts';
import { replayLength } from './codex-replay.ts';
import type { CodexRollout, KeptItem } from './codex-rollout.ts';

/** One branch for each rollout. What a fork replays is its parent's: the parent's own branch, or one that is not counted. */
export function codexDraft(
  all: readonly CodexRollout[],
  unknown: UnknownRows,
  { prices, live, holdLast }: ReaderOptions,
): TranscriptDraft {
  const rollouts = all.filter(({ isContext }) => !isContext);
  const main = rollouts[0];
  const chains: ListedChain[] = [];
  const branchOf = new Map<CodexRollout, string>();
  const lastMessages = new Map<CodexRollout, readonly (string | null)[]>();
  let model: string | null = null;
  const add = (
    rollout: CodexRollout,
    items: readonly KeptItem[],
    origin: BranchOrigin,
    after: string | null,
    replayed: readonly KeptItem[],
  ) => {
    const chain = new ListedChain(branchCreated(origin), after);
    const make = new BranchEvents(origin.id, prices);
    const result = addItems(chain, make, items, {
      rollout,
      replayed,
      isLane: origin.kind === 'subagent',
      holdLast,
      prefix: `${origin.id}-`,
    });
    model ??= result.model;
    if (!live) chain.add(result.end);
    chains.push(chain);
    return result.lastMessages;
  };
  for (const [index, rollout] of rollouts.entries()) {
    const parent =
      rollouts
        .slice(0, index)
        .find(({ id }) => id !== null && (id === rollout.forkedFrom || id === rollout.parentThread)) ?? null;
    const length = replayLength(rollout, all.find(({ id }) => id !== null && id === rollout.forkedFrom) ?? null);
    const replayed = rollout.items.slice(0, length);
    const own = rollout.items.slice(length);
    const parentBranch = parent ? (branchOf.get(parent) ?? null) : null;
    const isFork = rollout.forkedFrom !== null && (parentBranch !== null || length > 0);
    const id = isFork
      ? `fork-${index + 1}`
      : index === 0
        ? 'root'
        : parentBranch !== null
          ? `subagent-${index + 1}`
          : `root-${index + 1}`;
    branchOf.set(rollout, id);
    let forkPoint: BranchOrigin['forkPoint'] = null;
    if (isFork && parentBranch !== null && parent) {
      const messageId = lastMessages.get(parent)?.[length - 2] ?? null;
      if (messageId !== null) forkPoint = { branch: parentBranch, messageId };
    } else if (isFork) {
      const inheritedId = index === 0 ? 'inherited' : `inherited-${index + 1}`;
      const origin: BranchOrigin = {
        id: inheritedId,
        parent: null,
        kind: 'root',
        title: 'The session it was forked from',
        root: '',
        leftOut: 'inherited',
      };
      const messageId = add(rollout, replayed, origin, null, []).at(-1) ?? null;
      if (messageId !== null) forkPoint = { branch: inheritedId, messageId };
    }
    const parentId = forkPoint?.branch ?? parentBranch;
    const kind = isFork ? 'fork' : parentBranch !== null ? 'subagent' : 'root';
    const title = titleOf(own) ?? (index === 0 ? 'Conversation' : rollout.name);
    const after = forkPoint ? messageAnchor(forkPoint.messageId) : parentId === null ? null : branchAnchor(parentId);
    lastMessages.set(
      rollout,
      add(rollout, own, { id, parent: parentId, kind, title, forkPoint, root: rollout.cwd }, after, replayed),
    );
  }
  const items = rollouts.flatMap((rollout) => rollout.items);
  return {
    tool: 'codex',
    foreignId: main?.id ?? null,
    title: (main && (titleOf(main.items.slice(replayLength(main, null))) ?? titleOf(main.items))) ?? 'Codex session',
    root: main?.cwd ?? '',
    gitBranch: main?.gitBranch ?? null,
    provider: main?.provider ?? 'openai',
    model: model ?? 'unknown',
    timesKnown: items.length === 0 || items.some(({ at }) => at !== null),
    usageKnown: items.some((item) => item.kind === 'tokens' && (item.total !== null || item.last !== null)),
    chains,
    notices: unknown.notices(),
    problems: [],
  };
}

function titleOf(items: readonly KeptItem[]): string | null {
  for (const item of items)
    if (item.kind === 'user' && !item.isContext && item.text !== '') return titleLine(item.text) || null;
  return null;
}
