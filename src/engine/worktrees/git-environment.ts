/** Variables that say where git and its settings live; the others of GIT_* redirect single commands and would mislead ours. */
const KEPT = new Set(['GIT_EXEC_PATH', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that git runs in: the given one, without GIT_* (a GIT_DIR or GIT_INDEX_FILE inherited from a hook would
 * make it write to another repository), never waiting for a password, never taking locks just to read, and with
 * messages in English.
 */
export function gitEnvironment(source: Environment): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const name = key.toUpperCase();
    if (name.startsWith('GIT_') && !KEPT.has(name)) continue;
    if (name === 'LANGUAGE' || name === 'LC_ALL') continue;
    environment[key] = value;
  }
  // An AppImage prepends its own libraries, which a system git must not load.
  const libraries = environment.LD_LIBRARY_PATH;
  const bundle = environment.APPDIR;
  if (libraries && bundle) {
    environment.LD_LIBRARY_PATH = libraries
      .split(':')
      .filter((folder) => !folder.startsWith(bundle))
      .join(':');
    if (environment.LD_LIBRARY_PATH === '') delete environment.LD_LIBRARY_PATH;
  }
  return {
    ...environment,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
  };
}
