import type { SessionState } from '../../core/session/state.ts';

export type Prompt = SessionState['prompts'][number];

/** The prompts that ask for exactly the same: one tool, one detail. The given one is among them. */
export function samePrompts(prompts: readonly Prompt[], { tool, detail }: Prompt): Prompt[] {
  return prompts.filter((prompt) => prompt.tool === tool && prompt.detail === detail);
}

/** Asked once for a repository, whichever branch asks: no scope to choose. */
export function isForRepository({ tool }: Prompt): boolean {
  return tool === 'setup';
}

/** Open prompts in the order in which they were asked: those that wait in sight, and those that were put aside. */
export function sortPrompts(prompts: readonly Prompt[], until: ReadonlyMap<string, number>) {
  return {
    open: prompts.filter(({ promptId }) => !until.has(promptId)),
    aside: prompts.filter(({ promptId }) => until.has(promptId)),
  };
}
