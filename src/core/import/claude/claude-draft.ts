import type { BranchOrigin } from '../draft-events.ts';
import { branchCreated } from '../draft-events.ts';
import { titleLine } from '../foreign-value.ts';
import type { ReaderOptions } from '../source-info.ts';
import { branchAnchor, callAnchor, type DraftChain, messageAnchor, type TranscriptDraft } from '../transcript-draft.ts';
import { type ChainPlan, chainEvents } from './claude-events.ts';
import {
  type ClaudeCall,
  type ClaudeExtra,
  type ClaudeLane,
  type ClaudeNode,
  lastMessageId,
  type ModelNode,
  nodeTime,
} from './claude-nodes.ts';
import type { ClaudeRead } from './claude-read.ts';
import { chainsOf, type TreeChain } from './claude-tree.ts';

interface CallPlace {
  readonly branch: string;
  readonly node: ModelNode;
  readonly call: ClaudeCall;
}

const GAP = 'The rows before this point are missing in the transcript.';
const GAP_LATER = 'The rows that link this part to the rest are missing in the transcript, so it stands alone.';

/** Makes branches of what was read: the tree of the main conversation, and a lane for each subagent. */
export function claudeDraft(read: ClaudeRead, options: ReaderOptions): TranscriptDraft {
  const { links, facts } = read;
  const trees = chainsOf(read.roots, links);
  const branchOf = new Map<TreeChain, string>();
  for (const [index, tree] of trees.entries()) branchOf.set(tree, branchName(trees, tree, index));
  const above = attachExtras(read, trees);
  const counted = new Map<string, ModelNode>();
  for (const node of read.roots) if (node.kind === 'model') counted.set(node.messageId, node);
  const lanes = [...read.lanes.values()].map((lane) => withoutInherited(lane, new Map(counted)));
  const calls = new Map<string, CallPlace>();
  for (const tree of trees) placeCalls(calls, branchOf.get(tree) ?? '', tree.nodes);
  for (const lane of lanes) placeCalls(calls, lane.id, lane.nodes);
  const runners = new Map<string, ModelNode>();
  const common = {
    prices: options.prices,
    live: options.live,
    holdLast: options.holdLast,
    echoed: read.echoed,
    countedElsewhere: (node: ModelNode) => isClaimed(counted, node.messageId, node),
    runsElsewhere: (callId: string, node: ModelNode) => isClaimed(runners, callId, node),
  };
  const chain = (
    origin: BranchOrigin,
    after: string | null,
    plan: Pick<ChainPlan, 'nodes' | 'isLane' | 'extras' | 'gap' | 'isAnswered'>,
  ): DraftChain => {
    const first = plan.nodes[0];
    return {
      created: branchCreated(origin),
      bornAt: first ? nodeTime(first) : null,
      after,
      events: () => chainEvents({ ...common, ...plan, branch: origin.id }),
    };
  };
  const root = facts.cwd;
  const chains: DraftChain[] = trees.map((tree, index) => {
    const from = tree.from && {
      branch: branchOf.get(tree.from.chain) ?? 'root',
      messageId: lastMessageId(tree.from.node),
    };
    const origin: BranchOrigin = {
      id: branchOf.get(tree) ?? '',
      parent: from?.branch ?? null,
      kind: from ? 'fork' : 'root',
      title: titleOf(tree.nodes) ?? (from ? 'Fork' : index === 0 ? 'Conversation' : 'Another beginning'),
      forkPoint: from,
      root,
      ...(tree.isContinuation ? { leftOut: 'continuation' } : {}),
    };
    const gap = tree.hasGap ? (index === 0 ? GAP : GAP_LATER) : null;
    const plan = { nodes: tree.nodes, isLane: false, isAnswered: false, extras: above.get(tree) ?? [], gap };
    return chain(origin, from && messageAnchor(from.messageId), plan);
  });
  const hasRoot = chains.length > 0;
  if (!hasRoot) {
    chains.push(
      chain({ id: 'root', parent: null, kind: 'root', title: 'Conversation', root }, null, {
        nodes: [],
        isLane: false,
        isAnswered: false,
        extras: read.extras.map(({ extra }) => extra),
        gap: lanes.length > 0 ? 'The conversation that these subagents belong to is not part of this import.' : null,
      }),
    );
  }
  const taken = new Set(lanes.flatMap(({ callId }) => callId ?? read.agentCalls.get(callId ?? '') ?? []));
  for (const lane of lanes) {
    const place = placeOf(lane, read, calls, taken);
    const shared = lane.inherited ?? forkPointOf(lane, links, place);
    const parent =
      place?.branch ?? (lane.parentAgent !== null && read.lanes.has(lane.parentAgent) ? lane.parentAgent : 'root');
    const isFork = lane.isFork || lane.inherited !== null || place?.call.agent?.type === 'fork';
    const origin: BranchOrigin = {
      id: lane.id,
      parent,
      kind: isFork ? 'fork' : 'subagent',
      title: lane.description ?? place?.call.agent?.description ?? titleOf(lane.nodes) ?? lane.id,
      directive: lane.nodes[0]?.kind === 'user' ? lane.nodes[0].text : null,
      forkPoint: isFork && shared ? { branch: parent, messageId: shared } : null,
      callId: place?.call.callId ?? null,
      root,
    };
    const after = place ? callAnchor(place.call.callId) : branchAnchor(parent);
    const result = place?.call.result;
    const isAnswered = result !== null && result !== undefined && !result.isError;
    chains.push(chain(origin, after, { nodes: lane.nodes, isLane: true, isAnswered, extras: [], gap: null }));
  }
  return {
    tool: 'claude-code',
    foreignId: facts.sessionId,
    title: facts.title ?? titleOf(read.roots) ?? 'Claude Code session',
    root,
    gitBranch: facts.gitBranch,
    provider: 'anthropic',
    model: firstModel(read.roots) ?? firstModel(lanes.flatMap(({ nodes }) => nodes)) ?? 'unknown',
    timesKnown: facts.timesKnown || read.links.size === 0,
    usageKnown: true,
    chains,
    notices: read.unknown.notices(),
    problems: [],
  };
}

/** A fork's file may begin with a copy of what it inherited: that part is the parent's, and becomes a reference to it. */
function withoutInherited(
  lane: ClaudeLane,
  main: ReadonlyMap<string, ModelNode>,
): ClaudeLane & { inherited: string | null } {
  const nodes = [...lane.nodes].sort((a, b) => a.order - b.order);
  let length = 0;
  let inherited: string | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.kind === 'user') continue;
    const original = main.get(node.messageId);
    if (!original || !isCopy(node, original)) break;
    length = index + 1;
    inherited = node.messageId;
  }
  return { ...lane, nodes: nodes.slice(length), inherited };
}

function isCopy(a: ModelNode, b: ModelNode): boolean {
  if (a.parts.length !== b.parts.length || a.text !== b.text || a.calls.size !== b.calls.size) return false;
  return [...a.calls.keys()].every((callId) => b.calls.has(callId));
}

/** The first node that asks for a key has it for good. */
function isClaimed(owners: Map<string, ModelNode>, key: string, node: ModelNode): boolean {
  const owner = owners.get(key);
  if (owner === undefined) owners.set(key, node);
  return owner !== undefined && owner !== node;
}

function branchName(trees: readonly TreeChain[], tree: TreeChain, index: number): string {
  if (index === 0) return 'root';
  const same = trees.slice(0, index).filter((each) => (each.from === null) === (tree.from === null)).length;
  return tree.from ? `fork-${same + 1}` : `root-${same + 1}`;
}

/** Hangs what is no message on the nearest node above it; what has none above stands before the first chain. */
function attachExtras(read: ClaudeRead, trees: readonly TreeChain[]): Map<TreeChain, ClaudeExtra[]> {
  const above = new Map<TreeChain, ClaudeExtra[]>();
  for (const { parent, extra } of read.extras) {
    let at = parent;
    let node: ClaudeNode | null = null;
    for (let hops = 0; at !== null && node === null && hops < 10_000; hops++) {
      const link = read.links.get(at);
      node = link?.node ?? null;
      at = link ? (link.parent ?? link.above[0] ?? null) : null;
    }
    const [first] = trees;
    if (node) node.extras.push(extra);
    else if (first) above.set(first, [...(above.get(first) ?? []), extra]);
  }
  return above;
}

function placeCalls(calls: Map<string, CallPlace>, branch: string, nodes: readonly ClaudeNode[]): void {
  for (const node of nodes) {
    if (node.kind !== 'model') continue;
    for (const call of node.calls.values()) if (!calls.has(call.callId)) calls.set(call.callId, { branch, node, call });
  }
}

/** The call that started a subagent: named by a sidecar, by its result, by its words, or by what came next in the file. */
function placeOf(
  lane: ClaudeLane,
  read: ClaudeRead,
  calls: ReadonlyMap<string, CallPlace>,
  taken: Set<string>,
): CallPlace | null {
  const named = lane.callId ?? read.agentCalls.get(lane.id);
  if (named !== undefined) return calls.get(named) ?? null;
  const first = lane.nodes[0];
  const last = lane.nodes.at(-1);
  if (!first || !last) return null;
  const free = [...calls.values()].filter(
    ({ call, branch }) => call.agent && branch !== lane.id && !taken.has(call.callId),
  );
  const words = first.kind === 'user' ? (first.text ?? '') : '';
  const byWords = free.find(
    ({ call }) =>
      words !== '' && call.agent?.prompt !== '' && words.startsWith(call.agent?.prompt.slice(0, 200) ?? ' '),
  );
  const answered = free
    .filter(({ call, node }) => node.order < first.order && (call.result?.order ?? 0) > last.order)
    .sort((a, b) => (a.call.result?.order ?? 0) - (b.call.result?.order ?? 0));
  const found =
    byWords ?? answered[0] ?? free.findLast(({ node, call }) => node.order < first.order && !call.result) ?? null;
  if (found) taken.add(found.call.callId);
  return found;
}

function forkPointOf(lane: ClaudeLane, links: ClaudeRead['links'], place: CallPlace | null): string | null {
  const link = lane.forkUuid === null ? undefined : links.get(lane.forkUuid);
  if (link?.node?.kind === 'user') return link.node.uuid;
  if (link?.node) return link.node.messageId;
  return place?.node.messageId ?? null;
}

function titleOf(nodes: readonly ClaudeNode[]): string | null {
  for (const node of nodes) {
    if (node.kind !== 'user' || node.role !== 'prompt' || node.text === null) continue;
    const command = /<command-name>([^<]{1,80})<\/command-name>/.exec(node.text);
    return command?.[1] ?? (titleLine(node.text) || null);
  }
  return null;
}

function firstModel(nodes: readonly ClaudeNode[]): string | null {
  for (const node of nodes) if (node.kind === 'model' && !node.synthetic && node.model !== null) return node.model;
  return null;
}
