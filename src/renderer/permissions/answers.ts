import { answerPermission } from '../actions/branch-actions.ts';
import { snoozeStore } from '../stores/snooze-store.ts';
import type { Prompt } from './prompt-groups.ts';

export type Scope = 'once' | 'branch' | 'subtree' | 'session';

/** Allows all given prompts, each for its own branch. */
export function allow(prompts: readonly Prompt[], scope: Scope): void {
  for (const { promptId, branch } of prompts) void answerPermission({ promptId, answer: 'allow', scope }, branch);
}

/** Denies all given prompts; the word goes to each agent. */
export function deny(prompts: readonly Prompt[], word: string): void {
  const said = word.trim() === '' ? null : word.trim();
  for (const { promptId, branch } of prompts) void answerPermission({ promptId, answer: 'deny', word: said }, branch);
}

export function snooze({ promptId }: Prompt): void {
  snoozeStore.getState().snooze(promptId, Date.now());
}
