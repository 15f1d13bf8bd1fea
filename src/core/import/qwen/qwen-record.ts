import type { Usage } from '../../session/usage.ts';
import type { Row } from '../foreign-value.ts';
import type { PartsHandle } from '../transcript-draft.ts';
import type { UnknownRows } from '../unknown-rows.ts';

export interface QwenCall {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly at: number | null;
  readonly description: string | null;
  readonly agentType: string | null;
}

/** All rows of one uuid. */
export interface QwenRecord {
  readonly uuid: string;
  readonly parent: string | null;
  readonly type: 'user' | 'assistant' | 'tool_result' | 'system';
  readonly subtype: string | null;
  readonly order: number;
  at: number | null;
  model: string | null;
  usage: Usage | null;
  readonly parts: PartsHandle[];
  text: string;
  readonly calls: Map<string, QwenCall>;
  readonly answers: Map<string, 'ok' | 'error' | 'interrupted'>;
  readonly notice: string | null;
}

export interface QwenLane {
  readonly id: string;
  readonly records: Map<string, QwenRecord>;
  meta: Row | null;
  isFork: boolean;
}

/** Subagents that left nothing but counts in their parent's log. */
export interface QwenGhost {
  readonly id: string;
  name: string | null;
  readonly requests: { readonly at: number | null; readonly model: string; readonly usage: Usage | null }[];
}

export interface QwenRead {
  readonly records: ReadonlyMap<string, QwenRecord>;
  readonly lanes: ReadonlyMap<string, QwenLane>;
  readonly ghosts: ReadonlyMap<string, QwenGhost>;
  readonly unknown: UnknownRows;
  readonly facts: { sessionId: string | null; cwd: string; gitBranch: string | null; title: string | null };
}
