import { rootOf } from '../../core/session/selectors.ts';
import { dockStore } from '../dock/dock-store.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import type { Command, CommandContext } from './command.ts';
import { COMMANDS } from './commands.ts';

export function currentContext(): CommandContext {
  const { sessionId, state } = sessionStore.getState();
  const { selected } = viewStore.getState();
  const chosen = selected === null ? undefined : state.branches[selected];
  return {
    sessionId,
    state,
    present: presentState(),
    branch: chosen ?? rootOf(state),
    panes: dockStore.getState().panes,
  };
}

/** Runs a command by its id when it fits now; a menu may offer one that does not. */
export function runCommand(id: string): void {
  const command = COMMANDS.find((each) => each.id === id);
  const context = currentContext();
  if (command?.when(context)) command.run(context);
}

export function fittingCommands(context: CommandContext): Command[] {
  return COMMANDS.filter((command) => command.when(context));
}
