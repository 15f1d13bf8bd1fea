import { createContext, useContext } from 'react';

/** How the key of a command is written for a person, or undefined when it has none; given by whoever knows the commands. */
export const KeyHints = createContext<(command: string) => string | undefined>(() => undefined);

/** The key of a command as it is now, a person's own included. */
export function useKeyHint(command: string | undefined): string | undefined {
  const hintOf = useContext(KeyHints);
  return command === undefined ? undefined : hintOf(command);
}
