import { dirname } from 'node:path';

/**
 * Keys of model providers that this app itself uses. Commands do not get them: what runs is written by a model that
 * has just read files and pages of others, one `curl` would carry a key away, and no work on a repository needs our
 * key. A project that calls a model itself has its own key in its own `.env` file, which commands can read.
 */
const MODEL_KEYS = new Set([
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'DASHSCOPE_API_KEY',
  'DEEPSEEK_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'OPENAI_API_KEY',
]);

/** What the launchers around this app left behind: npm, Electron, AppImage, terminal multiplexers. */
const LAUNCHER_VARIABLES = new Set([
  'APPDIR',
  'APPIMAGE',
  'ARGV0',
  'CHROME_DESKTOP',
  'COLUMNS',
  'INIT_CWD',
  'LINES',
  'OLDPWD',
  'OWD',
  'STY',
  'TERMCAP',
  'TMUX',
  'TMUX_PANE',
  'WINDOW',
  'WINDOWID',
  '_',
]);
const LAUNCHER_PATTERN =
  /^(ELECTRON_.*|NODE_ENV_ELECTRON_VITE|npm_(lifecycle|package)_.*|npm_(command|execpath|node_execpath)|npm_config_(local_prefix|user_agent))$/;

/** Nobody sits at the keyboard: pagers, editors and password prompts would wait for ever. */
const UNATTENDED: Readonly<Record<string, string>> = {
  AWS_PAGER: '',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  MANPAGER: 'cat',
  PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  TERM: 'xterm-256color',
};

/**
 * The environment that commands get: the person's own, without git's variables (they would turn every git command to
 * another repository), without our provider keys, and without traces of how this app was started.
 * @param source the app's environment.
 * @param bundleFolders folders of the packaged app. Entries of path lists (LD_LIBRARY_PATH, PATH, XDG_DATA_DIRS, …)
 *   below them are dropped: they are for the app, and break the person's programs.
 */
export function commandEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  bundleFolders: readonly string[] = [],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || name.startsWith('GIT_')) continue;
    if (MODEL_KEYS.has(name) || LAUNCHER_VARIABLES.has(name) || LAUNCHER_PATTERN.test(name)) continue;
    const cleaned = withoutBundle(value, bundleFolders);
    if (cleaned !== null) result[name] = cleaned;
  }
  return { ...result, ...UNATTENDED };
}

/** Drops the entries of a path list that lie in the bundle. `null` when nothing is left. */
function withoutBundle(value: string, bundleFolders: readonly string[]): string | null {
  if (!bundleFolders.some((folder) => value.includes(folder))) return value;
  const kept = value
    .split(':')
    .filter((entry) => !bundleFolders.some((folder) => entry === folder || entry.startsWith(`${folder}/`)));
  return kept.length === 0 ? null : kept.join(':');
}

/** Folders of the packaged app that this process runs from; empty in a checkout, where they are the person's own. */
export function currentBundleFolders(
  source: Readonly<Record<string, string | undefined>>,
  resourcesPath: string | undefined,
): string[] {
  const folders = source.APPDIR === undefined ? [] : [source.APPDIR];
  // Electron sets `resourcesPath` in a checkout too; there it lies in node_modules.
  if (resourcesPath !== undefined && !resourcesPath.includes('node_modules')) folders.push(dirname(resourcesPath));
  return folders;
}
