import { forkBranch, sendPrompt } from '../../actions/branch-actions.ts';
import { setApproval, setBudget } from '../../actions/session-actions.ts';
import type { SlashRequest } from './slash-commands.ts';

/** Does what a command asks for; true when it was taken, so that the draft can go. */
export async function runSlash(request: Exclude<SlashRequest, { kind: 'fault' }>, branch: string): Promise<boolean> {
  switch (request.kind) {
    case 'fork':
      return forkBranch(branch, null, request.directives);
    case 'ask':
      return sendPrompt(branch, request.text);
    case 'budget':
      return setBudget(request.budget);
    case 'approval':
      await setApproval(request.approval);
      return true;
  }
}
