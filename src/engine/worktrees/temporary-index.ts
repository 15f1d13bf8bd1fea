import type { PromptSegment } from './prompt-segments.ts';
import { BYTES_PER_TOKEN } from './tokens.ts';

export interface CacheSettings {
  /** A shared prefix below this many tokens counts as nothing. */
  readonly minimumTokens: number;
  /** How long an entry lives, in milliseconds, counted from the start of the request that wrote or last hit it. */
  readonly ttlMs: number;
}

/** Gemini asks for 1,024 to 6,144 tokens, by model; 5 minutes is Anthropic's and DashScope's lifetime (Gemini names none). */
export const DEFAULT_CACHE: CacheSettings = { minimumTokens: 1_024, ttlMs: 300_000 };

interface Node {
  readonly children: Map<string, Node>;
  expiresAt: number;
}

/** Writes are swept once every so many, so that a server that runs for days does not grow without end. */
const SWEEP_EVERY = 50;

/**
 * Prompts of earlier requests as a tree of segments, one tree a model. A prompt is written when its answer begins:
 * until then nobody can read it. A lookup walks the shared segments and then counts the common bytes of the first
 * segment that differs, since a real cache holds a prefix of tokens and knows no messages.
 */
export class PromptCache {
  readonly #settings: CacheSettings;
  readonly #models = new Map<string, Node>();
  #writes = 0;

  constructor(settings: CacheSettings) {
    this.#settings = settings;
  }

  /** Tokens of the longest live prefix, and a new lease from `startedAt` on for what was hit. */
  lookup(model: string, segments: readonly PromptSegment[], startedAt: number): number {
    let node = this.#models.get(model);
    const hit: Node[] = [];
    let tokens = 0;
    for (const segment of segments) {
      const child = node?.children.get(segment.text);
      if (!child || child.expiresAt <= startedAt) {
        if (node) tokens += partialTokens(node, segment.text, startedAt);
        break;
      }
      tokens += segment.tokens;
      hit.push(child);
      node = child;
    }
    if (tokens < this.#settings.minimumTokens) return 0;
    for (const child of hit) child.expiresAt = Math.max(child.expiresAt, startedAt + this.#settings.ttlMs);
    return tokens;
  }

  /** Makes a prompt readable. Call it with the first byte of its answer; the lease runs from the request's start. */
  write(model: string, segments: readonly PromptSegment[], startedAt: number): void {
    const expiresAt = startedAt + this.#settings.ttlMs;
    let node = this.#models.get(model);
    if (!node) {
      node = { children: new Map(), expiresAt };
      this.#models.set(model, node);
    }
    for (const { text } of segments) {
      let child: Node | undefined = node.children.get(text);
      if (!child) {
        child = { children: new Map(), expiresAt };
        node.children.set(text, child);
      }
      child.expiresAt = Math.max(child.expiresAt, expiresAt);
      node = child;
    }
    this.#writes += 1;
    if (this.#writes % SWEEP_EVERY === 0) for (const root of this.#models.values()) sweep(root, startedAt);
  }

  /** Segments held, expired ones included until they are swept. */
  get size(): number {
    return [...this.#models.values()].reduce((total, root) => total + countBelow(root), 0);
  }
}

function partialTokens(node: Node, text: string, now: number): number {
  let longest = 0;
  for (const [other, child] of node.children) {
    if (child.expiresAt > now) longest = Math.max(longest, commonBytes(other, text));
  }
  return Math.floor(longest / BYTES_PER_TOKEN);
}

function commonBytes(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let index = 0;
  while (index < end && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  return Buffer.byteLength(left.slice(0, index));
}

/** A child never outlives its parent: every touch goes from the root down. */
function sweep(node: Node, now: number): void {
  for (const [text, child] of node.children) {
    if (child.expiresAt <= now) node.children.delete(text);
    else sweep(child, now);
  }
}

function countBelow(node: Node): number {
  let count = node.children.size;
  for (const child of node.children.values()) count += countBelow(child);
  return count;
}
