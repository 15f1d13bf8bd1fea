import { expect, it, vi } from 'vitest';
import { EngineFault } from '../engine/engine-fault.ts';
import { answerCall, type Handlers } from './ipc.ts';
import { APP_ORIGIN } from './origin.ts';

vi.mock('electron', () => ({ ipcMain: {} }));

const handlers = {
  'sessions.list': () => [],
  'branch.prompt': ({ text }: { text: string }) => {
    if (text === 'fault') throw new EngineFault('no-branch', 'There is no such branch. List them.');
    return null;
  },
} as unknown as Handlers;
const call = (name: unknown, params: unknown, origin: string | null = APP_ORIGIN) =>
  answerCall(handlers, { origin, name, params }, {} as never);

it('answers the window', async () => {
  expect(await call('sessions.list', {})).toEqual({ ok: true, value: [] });
});

it.each([null, 'https://example.com', 'app://other', 'file://'])('refuses a sender at %s', async (origin) => {
  expect(await call('sessions.list', {}, origin)).toMatchObject({ ok: false, error: { code: 'refused' } });
});

it.each(['nonsense', 'toString', '__proto__', 3, null])('refuses the call %s', async (name) => {
  expect(await call(name, {})).toMatchObject({ ok: false, error: { code: 'unknown-call' } });
});

it('refuses input that does not fit, before the handler sees it', async () => {
  const answer = await call('branch.prompt', { sessionId: 's', branch: 'root', text: 7 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } });
});

it('turns what a handler throws into a plain fault', async () => {
  const answer = await call('branch.prompt', { sessionId: 's', branch: 'root', text: 'fault' });
  expect(answer).toEqual({ ok: false, error: { code: 'no-branch', message: 'There is no such branch. List them.' } });
});
