import type { ClaudeNode, RowLink } from './claude-nodes.ts';

/** One branch of the main conversation: a run of nodes in which each goes on where the one before ended. */
export interface TreeChain {
  readonly nodes: ClaudeNode[];
  /** The chain it starts from, and the node after which; null for a beginning. */
  readonly from: { readonly chain: TreeChain; readonly node: ClaudeNode } | null;
  /** True when a row above its first node is named but stands in no file. */
  readonly hasGap: boolean;
  /** True when it goes on in another file where its parent ended for good. */
  isContinuation: boolean;
}

interface Placed {
  parent: ClaudeNode | null;
  hasGap: boolean;
}

const NO_NODES: ClaudeNode[] = [];

/**
 * The tree of the main conversation. Rows of one answer and the results of its calls are one node, rows that are no
 * message are passed through, and a chain of parents that is broken or runs in a circle begins anew where it broke.
 * A node goes on in its first child of the same file; every other child is a fork.
 */
export function chainsOf(nodes: readonly ClaudeNode[], links: ReadonlyMap<string, RowLink>): TreeChain[] {
  const placed = placeNodes(links);
  cutCircles(placed, nodes);
  const children = new Map<ClaudeNode, ClaudeNode[]>();
  const roots: ClaudeNode[] = [];
  for (const node of [...nodes].sort((a, b) => a.order - b.order)) {
    const parent = placed.get(node)?.parent ?? null;
    if (parent === null) roots.push(node);
    else {
      const siblings = children.get(parent);
      if (siblings) siblings.push(node);
      else children.set(parent, [node]);
    }
  }
  const chains: TreeChain[] = [];
  const open = roots.map((node): { node: ClaudeNode; from: TreeChain['from'] } => ({ node, from: null })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const chain: TreeChain = {
      nodes: [],
      from: next.from,
      hasGap: placed.get(next.node)?.hasGap ?? false,
      isContinuation: false,
    };
    chains.push(chain);
    for (let node: ClaudeNode | undefined = next.node; node; ) {
      chain.nodes.push(node);
      const here: ClaudeNode = node;
      const below: ClaudeNode[] = children.get(here) ?? NO_NODES;
      node = below.find((child) => child.file === here.file);
      // Nearly all nodes have one child, which they go on in.
      if (below.length === 0 || (below.length === 1 && node)) continue;
      const forks = below
        .filter((child) => child !== node)
        .map((child) => ({ node: child, from: { chain, node: here } }));
      open.push(...forks.reverse());
    }
  }
  markContinuations(chains);
  return chains.sort((a, b) => (a.nodes[0]?.order ?? 0) - (b.nodes[0]?.order ?? 0));
}

/** The parent of each node: that of its first row whose chain of parents leads to another node. */
function placeNodes(links: ReadonlyMap<string, RowLink>): Map<ClaudeNode, Placed> {
  const placed = new Map<ClaudeNode, Placed>();
  for (const link of links.values()) {
    if (!link.node) continue;
    const known = placed.get(link.node);
    if (known?.parent) continue;
    const found = parentOf(link, link.node, links);
    if (!known) placed.set(link.node, found);
    else if (found.parent) Object.assign(known, found);
  }
  return placed;
}

function parentOf(link: RowLink, node: ClaudeNode, links: ReadonlyMap<string, RowLink>): Placed {
  // Most chains are short; only a long one may be a circle, and is worth remembering.
  let seen: Set<string> | null = null;
  let at = link.parent;
  for (let hops = 0; at !== null; hops++) {
    const above = links.get(at);
    if (!above) return { parent: null, hasGap: true };
    if (hops > 20) {
      seen ??= new Set();
      if (seen.has(at)) return { parent: null, hasGap: true };
      seen.add(at);
    }
    if (above.node && above.node !== node) return { parent: above.node, hasGap: false };
    at = above.parent ?? above.above.find((each) => links.has(each)) ?? above.above[0] ?? null;
  }
  return { parent: null, hasGap: false };
}

/** A circle of parents is cut above the node of it that stands first in the file. */
function cutCircles(placed: Map<ClaudeNode, Placed>, nodes: readonly ClaudeNode[]): void {
  const safe = new Set<ClaudeNode>();
  for (const start of nodes) {
    const path: ClaudeNode[] = [];
    const onPath = new Set<ClaudeNode>();
    let node: ClaudeNode | null = start;
    while (node && !safe.has(node) && !onPath.has(node)) {
      path.push(node);
      onPath.add(node);
      node = placed.get(node)?.parent ?? null;
    }
    if (node && onPath.has(node)) {
      const circle = path.slice(path.indexOf(node));
      const first = circle.reduce((a, b) => (a.order < b.order ? a : b));
      placed.set(first, { parent: null, hasGap: true });
    }
    for (const each of path) safe.add(each);
  }
}

function markContinuations(chains: readonly TreeChain[]): void {
  const continued = new Set<TreeChain>();
  for (const chain of chains) {
    if (!chain.from || chain.from.chain.nodes.at(-1) !== chain.from.node || continued.has(chain.from.chain)) continue;
    chain.isContinuation = true;
    continued.add(chain.from.chain);
  }
}
