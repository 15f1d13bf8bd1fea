import type { PartsHandle } from '../transcript-draft.ts';
import type { RawUsage } from './claude-rows.ts';

export interface ClaudeCall {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly at: number | null;
  /** For calls that start a subagent. */
  readonly agent: { readonly description: string | null; readonly type: string | null; readonly prompt: string } | null;
  result: { readonly at: number | null; readonly isError: boolean; readonly order: number } | null;
}

/** Something of the log that is no message: a failed try, a compaction, a notice. */
export interface ClaudeExtra {
  readonly at: number | null;
  readonly uuid: string;
  readonly what:
    | { readonly kind: 'retry'; readonly attempt: number; readonly message: string; readonly retryInMs: number | null }
    | { readonly kind: 'notice'; readonly level: 'info' | 'warning'; readonly text: string };
}

interface NodeBase {
  /** Place of its first row among all rows read. */
  readonly order: number;
  /** Number of the file it was first seen in. */
  readonly file: number;
  readonly extras: ClaudeExtra[];
}

/** All rows of one answer, and the results of its calls: one place in the tree, however many rows it was written in. */
export interface ModelNode extends NodeBase {
  readonly kind: 'model';
  readonly messageId: string;
  model: string | null;
  usage: RawUsage | null;
  stopReason: string | null;
  /** Not the model's words: an error that the tool shows in its place. */
  synthetic: boolean;
  readonly parts: PartsHandle[];
  readonly calls: Map<string, ClaudeCall>;
  readonly results: PartsHandle[];
  firstAt: number | null;
  lastAt: number | null;
  resultsAt: number | null;
  /** Its last visible text, cut. */
  text: string | null;
}

export interface UserNode extends NodeBase {
  readonly kind: 'user';
  readonly uuid: string;
  readonly at: number | null;
  readonly parts: PartsHandle;
  readonly role: 'prompt' | 'injected' | 'interrupt' | 'results' | 'summary';
  readonly text: string | null;
}

export type ClaudeNode = ModelNode | UserNode;

/** One row in the chain of parents. Rows that are no message are links, too. */
export interface RowLink {
  readonly uuid: string;
  readonly parent: string | null;
  readonly at: number | null;
  /** Where the chain goes on above a compaction: the first of these that exists. */
  readonly above: readonly string[];
  /** Set for rows of the main conversation only. */
  node: ClaudeNode | null;
  readonly isSide: boolean;
  /** Place of its row among all rows, its line (from 1), and its file's short name. */
  readonly order: number;
  readonly line: number;
  readonly file: string;
}

export interface ClaudeLane {
  readonly id: string;
  readonly nodes: ClaudeNode[];
  callId: string | null;
  description: string | null;
  agentType: string | null;
  parentAgent: string | null;
  /** The last row of the parent that a fork shares. */
  forkUuid: string | null;
  isFork: boolean;
}

/** Message id of what a node ends with. */
export function lastMessageId(node: ClaudeNode): string {
  if (node.kind === 'user') return node.uuid;
  return node.results.length > 0 ? `${node.messageId}-results` : node.messageId;
}

export function nodeTime(node: ClaudeNode): number | null {
  return node.kind === 'user' ? node.at : node.firstAt;
}

export function endTime(node: ClaudeNode): number | null {
  if (node.kind === 'user') return node.at;
  return node.resultsAt === null ? node.lastAt : Math.max(node.resultsAt, node.lastAt ?? node.resultsAt);
}
