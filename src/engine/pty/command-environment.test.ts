import { expect, test } from 'vitest';
import { commandEnvironment, currentBundleFolders } from './command-environment.ts';

const UNATTENDED = {
  AWS_PAGER: '',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  MANPAGER: 'cat',
  PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  TERM: 'xterm-256color',
};

test("the person's own variables stay", () => {
  const own = {
    HOME: '/home/ada',
    PATH: '/usr/bin:/home/ada/bin',
    LANG: 'de_DE.UTF-8',
    MY_API_KEY: 'x',
    npm_config_registry: 'r',
  };
  expect(commandEnvironment(own)).toEqual({ ...own, ...UNATTENDED });
});

test("git's variables, our keys and the launchers' traces go", () => {
  const source = {
    GIT_DIR: '/x/.git',
    GIT_INDEX_FILE: '/x/index',
    GIT_WORK_TREE: '/x',
    GIT_CONFIG_COUNT: '1',
    GEMINI_API_KEY: 'k',
    GOOGLE_API_KEY: 'k',
    OPENAI_API_KEY: 'k',
    DASHSCOPE_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    ELECTRON_RUN_AS_NODE: '1',
    npm_lifecycle_event: 'start',
    npm_package_name: 'x',
    INIT_CWD: '/x',
    TMUX: 'x',
    COLUMNS: '80',
    UNSET: undefined,
  };
  expect(commandEnvironment(source)).toEqual(UNATTENDED);
});

test('a pager or terminal of the person gives way', () => {
  expect(commandEnvironment({ PAGER: 'less', TERM: 'dumb', GIT_PAGER: 'delta' })).toEqual(UNATTENDED);
});

test('entries of the app bundle leave the path lists', () => {
  const source = {
    LD_LIBRARY_PATH: '/tmp/.mount_F/usr/lib',
    PATH: '/tmp/.mount_F/usr/bin:/usr/bin',
    XDG_DATA_DIRS: '/usr/share:/tmp/.mount_F/usr/share:/tmp/.mount_Four',
  };
  expect(commandEnvironment(source, ['/tmp/.mount_F'])).toEqual({
    PATH: '/usr/bin',
    XDG_DATA_DIRS: '/usr/share:/tmp/.mount_Four',
    ...UNATTENDED,
  });
});

test('without a bundle the library path is the person’s own', () => {
  expect(commandEnvironment({ LD_LIBRARY_PATH: '/opt/cuda/lib' }).LD_LIBRARY_PATH).toBe('/opt/cuda/lib');
});

test('the bundle is where an AppImage or an installed app lies, and not a checkout', () => {
  expect(currentBundleFolders({ APPDIR: '/tmp/.mount_F' }, '/tmp/.mount_F/resources')).toEqual([
    '/tmp/.mount_F',
    '/tmp/.mount_F',
  ]);
  expect(currentBundleFolders({}, '/opt/Forkscope/resources')).toEqual(['/opt/Forkscope']);
  expect(currentBundleFolders({}, '/home/ada/app/node_modules/electron/dist/resources')).toEqual([]);
  expect(currentBundleFolders({}, undefined)).toEqual([]);
});
