import { useCallback } from 'react';
import { COMMANDS } from './commands.ts';
import { keysOf } from './key-bindings.ts';
import { isMac, keyName } from './keys.ts';
import { useOwnKeys } from './own-keys.ts';

/** What `KeyHints` gives: each command's key as it is now. */
export function useKeyHints(): (command: string) => string | undefined {
  const own = useOwnKeys();
  return useCallback(
    (id: string) => {
      const command = COMMANDS.find((each) => each.id === id);
      const keys = command && keysOf(command, own);
      return keys ? keyName(keys, isMac()) : undefined;
    },
    [own],
  );
}
