import { useLayoutEffect } from 'react';
import { viewStore } from '../stores/view-store.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { keysOf } from './key-bindings.ts';
import { isMac, matchesKey } from './keys.ts';
import { ownKeys } from './own-keys.ts';
import { currentContext } from './run-command.ts';
import { WRITES } from './text-fields.ts';

/** True where a key without `mod` means a command: in the tree, or where nothing has the focus. */
export function isTreeFocus(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(WRITES)) return false;
  return target === document.body || target.closest('.tree-panel, .top-bar') !== null;
}

/** True in the timeline, where plain keys move the playhead. */
export function isTimelineFocus(target: EventTarget | null): boolean {
  return target instanceof Element && !target.closest(WRITES) && target.closest('.timeline') !== null;
}

/** A focused button answers Enter and Space itself. */
function isOwnKey(event: KeyboardEvent): boolean {
  return (
    (event.key === 'Enter' || event.key === ' ') &&
    event.target instanceof Element &&
    event.target.closest('button, a') !== null
  );
}

export function commandFor(event: KeyboardEvent): Command | null {
  if (isOwnKey(event)) return null;
  const context = currentContext();
  const inScope = {
    window: true,
    tree: isTreeFocus(event.target),
    timeline: isTimelineFocus(event.target),
  };
  return COMMANDS.find((command) => answersTo(command, event, inScope[command.scope]) && command.when(context)) ?? null;
}

function answersTo(command: Command, event: KeyboardEvent, isInScope: boolean): boolean {
  const keys = isInScope ? keysOf(command, ownKeys()) : null;
  const { anywhere = null } = command;
  return [keys, anywhere].some((each) => each !== null && matchesKey(event, each, isMac()));
}

/** Listens for the keys of all commands, from the first picture on. An open dialog keeps them to itself. */
export function useCommandKeys(): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || viewStore.getState().dialog !== null) return;
      const command = commandFor(event);
      if (!command) return;
      event.preventDefault();
      command.run(currentContext());
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
