import type { Tool } from '../tools/tool.ts';

/** What a branch may run. Anything else that it calls is answered with `refusal`. */
export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  refusal(name: string): string;
  /** `deny`: what a person would have to be asked is denied. */
  readonly whenAsking: 'ask' | 'deny';
  /** False when `agent` is a tool like any other here, and so is refused when it is not in `tools`. */
  readonly mayStartBranches: boolean;
}
