import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, eventOf, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

/** The smallest PNG there is: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('sends pictures with the text, behind it, in the same message', async () => {
  const parts: unknown[] = [];
  test.model.script((request) => {
    parts.push(request.contents?.at(-1)?.parts);
    return say('seen');
  });
  const session = await test.create();
  await session.idle();
  session.prompt('root', 'what is this?', [{ mimeType: 'image/png', data: PIXEL }]);
  await session.idle();
  expect(parts.at(-1)).toEqual([{ text: 'what is this?' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }]);
  expect(session.state.branches.root?.status).toBe('completed');
});

it('takes a new budget for the next request, and keeps it in the log', async () => {
  test.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  session.setBudget(0.000_000_001);
  session.prompt('root', 'go on');
  await session.idle();
  expect(session.state.branches.root).toMatchObject({ status: 'failed' });
  expect(session.state.branches.root?.reason).toMatch(/budget of \$0\.00\d* is used up/);
  session.setBudget(null);
  session.prompt('root', 'go on');
  await session.idle();
  expect(session.state.branches.root?.status).toBe('completed');
});

it('fits the terminal of the running command to its pane', async () => {
  test.model.script((request) =>
    request.contents?.length === 1
      ? ask({ name: 'bash', args: { command: 'stty size; read line; stty size' } })
      : say('done'),
  );
  const session = await test.create();
  await eventOf(session, (event) => event.type === 'terminal-data' && event.data.includes('40 120'));
  session.resizeTerminal('root', 71, 23);
  session.writeTerminal('root', '\n');
  await eventOf(session, (event) => event.type === 'terminal-data' && event.data.includes('23 71'));
  await session.idle();
});

it('lists the files that git tracks or would track', async () => {
  test.model.script(() => say('done'));
  await writeFile(join(test.repository, '.gitignore'), 'build\n');
  await mkdir(join(test.repository, 'build'));
  await writeFile(join(test.repository, 'build', 'out.js'), '');
  await writeFile(join(test.repository, 'new file.txt'), '');
  const session = await test.create();
  expect([...(await session.files('root')).files].sort()).toEqual(['.gitignore', 'new file.txt', 'notes.txt']);
});

it('deletes a session into the trash only when nothing of it runs, and brings it back', async () => {
  test.model.script(() => ask({ name: 'bash', args: { command: 'sleep 60' } }));
  const session = await test.create();
  const sessionId = session.state.session?.sessionId ?? '';
  await eventOf(session, (event) => event.type === 'tool-started');
  expect(await test.engine.loss(sessionId)).toMatchObject({ branches: 1, running: true, worktrees: [] });
  await expect(test.engine.delete(sessionId)).rejects.toThrow(/still runs/);
  await session.interruptAll();
  await test.engine.delete(sessionId);
  expect(await test.engine.list()).toEqual([]);
  expect(await test.engine.trash()).toMatchObject([{ sessionId, title: 'go' }]);
  await test.engine.restore(sessionId);
  expect((await test.engine.open(sessionId)).state.branches.root?.status).toBe('interrupted');
});
