import type { Usage } from '../../session/usage.ts';
import { titleLine } from '../foreign-value.ts';
import type { PartsHandle } from '../transcript-draft.ts';

export interface GeminiCall {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly at: number | null;
  readonly status: 'ok' | 'error' | 'interrupted' | null;
}

/** A message as it was last written. */
export interface GeminiMessage {
  readonly id: string;
  readonly type: 'user' | 'gemini' | 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly at: number | null;
  readonly text: string;
  readonly parts: PartsHandle;
  readonly calls: readonly GeminiCall[];
  readonly results: PartsHandle | null;
  readonly resultsAt: number | null;
  readonly model: string | null;
  readonly usage: Usage | null;
}

/** Messages that a rewind took away, and the one that they followed. */
export interface Rewound {
  readonly after: string | null;
  readonly messages: readonly GeminiMessage[];
}

/** One file's conversation. */
export interface GeminiConversation {
  readonly name: string;
  sessionId: string | null;
  isSubagent: boolean;
  startAt: number | null;
  root: string;
  title: string | null;
  messages: Map<string, GeminiMessage>;
  readonly rewound: Rewound[];
}

export function conversationTitle(file: GeminiConversation): string | null {
  if (file.title !== null) return titleLine(file.title);
  const prompt = [...file.messages.values()].find(({ type, text }) => type === 'user' && text !== '');
  return prompt ? titleLine(prompt.text) : null;
}
