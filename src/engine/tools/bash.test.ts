import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TerminalUnavailableError } from '../pty/pty-process.ts';
import { bashTool } from './bash.ts';
import { call, makeWorkspace } from './testing/workspace.ts';
import type { CommandHandle } from './tool.ts';

const bash = bashTool();

test('a command runs in the root, and its final screen is the result', async () => {
  const seen: string[] = [];
  const { root, context } = makeWorkspace({ onTerminal: (data) => void seen.push(data) });
  expect(await call(bash, { command: 'pwd; printf "\\033[31mred\\033[0m\\n"' }, context)).toEqual({
    text: `${root}\nred`,
    isError: false,
    exitCode: 0,
    signal: null,
  });
  expect(seen.join('')).toBe(`${root}\r\n\u001b[31mred\u001b[0m\r\n`);
});

test.each([
  ['true', '[no output]', 0, null],
  ['echo x; exit 3', 'x\n[exit code 3]', 3, null],
  ['kill -9 $$', '[ended by signal SIGKILL]', null, 'SIGKILL'],
])('%s', async (command, text, exitCode, signal) => {
  const { context } = makeWorkspace();
  expect(await call(bash, { command }, context)).toEqual({ text, exitCode, signal, isError: exitCode !== 0 });
});

test('the time limit is told', async () => {
  const { context } = makeWorkspace();
  const result = await call(bash, { command: 'echo begun; sleep 60', timeout_ms: 200 }, context);
  expect(result.isError).toBe(true);
  expect(result.text).toBe(
    'begun\n[stopped at the time limit of 200 ms, with all that it had started; give a larger timeout_ms if it needs more]',
  );
});

test('an interrupt is told, and is one result', async () => {
  const abort = new AbortController();
  const { context } = makeWorkspace({
    signal: abort.signal,
    onTerminal: (data) => {
      if (data.includes('begun')) abort.abort();
    },
  });
  const result = await call(bash, { command: "echo begun; sh -c 'sleep 300 & sleep 300 & wait'" }, context);
  expect(result).toEqual({
    text: 'begun\n[interrupted by the person, with all that it had started]',
    isError: true,
    exitCode: null,
    signal: 'SIGTERM',
  });
});

test('a server in the background ends with its command and is named; used in the same command it works', async () => {
  const { context, write } = makeWorkspace();
  write('hello.txt', 'served\n');
  const server = 'python3 -u -m http.server --bind 127.0.0.1 0 > log 2>&1 &';
  const { text, isError } = await call(bash, { command: server }, context);
  expect(isError).toBe(false);
  expect(text).toMatch(
    /^\[\d+ background process(es were| was) still running when the command ended, and ended with it: `.*http\.server.*`\. Start and use such a process in one command\.\]$/,
  );
  const use =
    `${server} until port=$(grep -o 'port [0-9]*' log | tr -dc 0-9) && [ -n "$port" ]; do sleep 0.05; done; ` +
    'python3 -c "import sys,urllib.request; sys.stdout.write(urllib.request.urlopen(sys.argv[1]).read().decode())" "http://127.0.0.1:$port/hello.txt"';
  expect((await call(bash, { command: use, timeout_ms: 15_000 }, context)).text).toMatch(
    /^served\n\[\d+ background process/,
  );
});

test('provider keys and git variables of the app do not reach the command', async () => {
  const { root, context } = makeWorkspace();
  const environment = {
    ...process.env,
    GEMINI_API_KEY: 'secret',
    GIT_DIR: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
    MINE: 'kept',
  };
  const tool = bashTool({ environment });
  const { text } = await call(
    tool,
    { command: 'echo "[$GEMINI_API_KEY$GIT_DIR$GIT_INDEX_FILE$MINE$GIT_PAGER]"; git rev-parse --show-toplevel' },
    context,
  );
  expect(text).toBe(`[keptcat]\n${root}`);
});

test('a command that names the parent’s folder is not run', async () => {
  const { root, context, write } = makeWorkspace({ parentRoot: '/somewhere/my parent' });
  write('a.txt', 'untouched\n');
  const refused = ['echo x > "/somewhere/my parent/a.txt"; touch ran', 'cd /somewhere/my\\ parent && touch ran'];
  for (const command of refused) {
    const result = await call(bash, { command }, context);
    expect(result.isError).toBe(true);
    expect(result.text).toContain("is in the parent's folder, not in yours");
  }
  const plain = { ...context, parentRoot: '/somewhere/parent' };
  for (const command of [
    'cd /somewhere/parent && touch ran',
    'X=/somewhere/parent/a; touch ran',
    "touch ran; cat '/somewhere/parent/a.txt'",
  ]) {
    expect((await call(bash, { command }, plain)).text).toMatch(
      /^The command names `\/somewhere\/parent.*Nothing was run\.$/,
    );
  }
  const allowed = [
    'true /somewhere/parents',
    'true x/somewhere/parent',
    'true https://h/somewhere/parent',
    `true "${root}/a.txt"`,
  ];
  for (const command of allowed) expect((await call(bash, { command }, plain)).isError).toBe(false);
  expect((await call(bash, { command: 'ls ran' }, context)).isError).toBe(true);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('untouched\n');
});

test('a person can type into the command while it runs', async () => {
  const handles: (CommandHandle | null)[] = [];
  const { context } = makeWorkspace({
    onCommand: (command) => void handles.push(command),
    onTerminal: (data) => {
      if (data.includes('name?')) handles[0]?.write('Ada\n');
    },
  });
  const { text } = await call(bash, { command: 'stty -echo; echo name?; read name; echo "hello $name"' }, context);
  expect(text).toBe('name?\nhello Ada');
  expect(handles).toEqual([{ write: expect.any(Function), resize: expect.any(Function) }, null]);
});

test('no terminal and no folder are plain results', async () => {
  const { root, context } = makeWorkspace();
  const spawner = {
    spawn: () => Promise.reject(new TerminalUnavailableError('Only 3 terminals are free; close some.')),
  };
  expect(await call(bashTool({ spawner }), { command: 'true' }, context)).toEqual({
    text: 'Only 3 terminals are free; close some.',
    isError: true,
  });
  const gone = await call(bash, { command: 'true' }, { ...context, root: join(root, 'gone') });
  expect(gone).toMatchObject({ isError: true });
  expect(gone.text).toContain('does not exist any more');
});

test('the person is asked about the exact command', async () => {
  const { context } = makeWorkspace();
  const command = `echo one\n  rm -rf build # ${'x'.repeat(200)}\n`;
  expect(await bash.subject({ command }, context)).toEqual({ title: 'echo one …', detail: command });
  expect((await bash.subject({ command: 'y'.repeat(200) }, context)).title).toBe(`${'y'.repeat(120)} …`);
});
