import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../core/session/events.ts';
import { asFault } from '../engine/engine-fault.ts';
import { ask, lastText, say, startTestEngine, type TestEngine } from '../engine/testing/test-engine.ts';
import { worktreeCommand } from './worktree-command.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

async function forkscope(...args: readonly string[]) {
  const engine = await test.restart();
  let out = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  const failed = await worktreeCommand(() => engine)
    .parseAsync(['node', 'worktree', ...args])
    .then(
      () => null,
      (error: unknown) => asFault(error),
    );
  spy.mockRestore();
  process.exitCode = undefined;
  return { out, message: failed?.message ?? null, json: () => JSON.parse(out) as Record<string, unknown> };
}

/** A fork that writes one text after the other, and an untouched sibling; the events of its log. */
async function makeSession(): Promise<{ id: string; kept: SessionEvent[]; log: string }> {
  const texts = ['first\n', 'second\n'];
  test.model.script((request) => {
    if (!JSON.stringify(request.contents).includes('Directive: write') || lastText(request).includes('nothing'))
      return say('done');
    const content = texts.shift();
    return content === undefined ? say('done') : ask({ name: 'write_file', args: { path: 'new.txt', content } });
  });
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  const [fork = ''] = await session.fork('root', null, ['write']);
  await session.idle();
  // Each count is some 400 ms after its edit: the first text alone is seen only with a turn of its own.
  texts.push('third\n');
  session.prompt(fork, 'again');
  await session.idle();
  const id = session.state.session?.sessionId ?? '';
  const log = join(test.home, 'sessions', id, 'events.jsonl');
  const events = (await readFile(log, 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SessionEvent]));
  return { id, kept: events.filter(({ type }) => type === 'worktree-changed'), log };
}

it('shows a fork’s files as of an event or a time, also after its worktree is gone', async () => {
  const { id, kept } = await makeSession();
  const [early, late] = [kept[0], kept.at(-1)];
  if (!early || !late) throw new Error('nothing was kept');
  const then = await forkscope('diff', id, 'fork-1', '--at', String(early.seq), '--json');
  expect(then.json()).toMatchObject({
    branch: 'fork-1',
    against: null,
    at: { event: early.seq, time: new Date(early.at).toISOString() },
    after: early.type === 'worktree-changed' ? early.snapshot : '',
    patch: expect.stringMatching(/\+(first|second)\n/),
  });
  expect((await forkscope('discard', id, 'fork-1', '--yes')).message).toBeNull();
  const end = await forkscope('diff', id, 'fork-1', '--at', new Date(late.at).toISOString(), '--file', 'new.txt');
  expect(end.out).toContain('+third');
  expect(end.out).not.toMatch(/\+(first|second)/);
  const other = await forkscope('diff', id, 'fork-1', '--at', String(early.seq), '--file', 'nope.txt');
  expect(other.message).toMatch(/^nope\.txt did not change in fork-1 as of event/);
}, 60_000);

it('says in a sentence that nothing was kept, that the fork was not there yet, and what is no moment', async () => {
  const { id, kept, log } = await makeSession();
  const saidAt = async (at: string, branch = 'fork-1') => (await forkscope('diff', id, branch, '--at', at)).message;
  expect(await saidAt('1')).toMatch(/^There was no branch fork-1 at event 1 \(.*Name a later moment/);
  expect(await saidAt(String(kept[0]?.seq), 'root')).toContain('root had no worktree of its own at event');
  expect(await saidAt('soon')).toContain('is no moment');
  const text = await readFile(log, 'utf8');
  await writeFile(log, text.replaceAll(/,"snapshot":"[0-9a-f]{40}"/g, ''));
  expect(await saidAt(String(kept[0]?.seq))).toMatch(
    /^Nothing was kept of the files of fork-1 as of event .*Leave --at out/,
  );
}, 60_000);

it('names a file that is not there, and a folder that cannot be written into, with what to do', async () => {
  const { id } = await makeSession();
  const none = join(test.home, 'none');
  expect((await forkscope('apply', '--bundle', none)).message).toBe(
    `There is no file ${none}. Name one that \`forkscope export --format bundle\` wrote.`,
  );
  expect((await forkscope('apply', '--bundle', test.home)).message).toMatch(/is no file\. Name one/);
  for (const format of ['patch', 'bundle']) {
    const exported = (file: string) => forkscope('export', id, 'fork-1', '--format', format, '-o', file);
    expect((await exported(join(none, 'x'))).message).toBe(
      `There is no folder ${none} to write into. Make it, or name another file with -o.`,
    );
    await mkdir(join(test.home, 'folder'), { recursive: true });
    expect((await exported(join(test.home, 'folder'))).message).toMatch(/is a folder\. Name a file in it/);
  }
}, 60_000);
