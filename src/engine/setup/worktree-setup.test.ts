import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../core/session/events.ts';
import { textOf } from '../../core/session/message.ts';
import type { Session } from '../agent/session.ts';
import type { WireRequest } from '../demo/wire.ts';
import { ask, eventOf, lastText, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { isThere } from '../worktrees/is-there.ts';

let test: TestEngine;
let forkRequests: WireRequest[];

beforeEach(async () => {
  test = await startTestEngine();
  forkRequests = [];
  test.model.script((request) => {
    if (JSON.stringify(request.contents).includes('Directive: ')) {
      forkRequests.push(request);
      return say('Scope: done');
    }
    return request.contents?.length === 1 ? ask(fork('part 1'), fork('part 2')) : say('they run');
  });
});
afterEach(() => test.dispose());

const fork = (description: string) => ({ name: 'agent', args: { description, prompt: description } });
const settingsFile = () => join(test.home, 'settings.json');

async function set(setup: object): Promise<void> {
  await mkdir(test.home, { recursive: true });
  await writeFile(settingsFile(), JSON.stringify({ setup: { [test.repository]: setup } }));
}

async function repositoryAsksFor(command: string): Promise<void> {
  await mkdir(join(test.repository, '.forkscope'), { recursive: true });
  await writeFile(join(test.repository, '.forkscope/settings.json'), JSON.stringify({ setup: { command } }));
}

const folderOf = ({ state }: Session, branch: string) => state.branches[branch]?.worktree?.path ?? '';
const setupOf = ({ state }: Session, branch: string) =>
  Object.values(state.branches[branch]?.calls ?? {}).find(({ name }) => name === 'setup');
const eventsOf = (session: Session, type: SessionEvent['type'], branch: string) =>
  session.pastEvents().filter((event) => event.type === type && 'branch' in event && event.branch === branch);
const toldTo = ({ state }: Session, branch: string) =>
  textOf(state.branches[branch]?.entries.find(({ author }) => author === 'fork-start')?.message ?? NOTHING);
const NOTHING = { id: '', role: 'user', parts: [] } as const;

describe("a person's own setup command", () => {
  it('runs in the terminal of each new worktree before the first request of its fork, and nowhere else', async () => {
    await set({ command: 'echo ready; git rev-parse --show-toplevel > made.txt' });
    const session = await test.create({ isolation: 'worktree' });
    await session.idle();
    for (const branch of ['fork-1', 'fork-2']) {
      expect(setupOf(session, branch)).toMatchObject({
        title: 'setup: echo ready; git rev-parse --show-toplevel > made.txt',
        status: 'ok',
        exitCode: 0,
      });
      const folder = folderOf(session, branch);
      expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe(`${folder}\n`);
      expect(session.state.branches[branch]?.terminal.map(({ data }) => data).join('')).toContain('ready');
      const [ended] = eventsOf(session, 'tool-ended', branch);
      const [sent] = eventsOf(session, 'request-started', branch);
      expect(ended?.seq).toBeLessThan(sent?.seq ?? 0);
      expect(toldTo(session, branch)).toContain('has run in your working copy');
    }
    expect(await isThere(join(test.repository, 'made.txt'))).toBe(false);
    expect(setupOf(session, 'root')).toBeUndefined();
  });

  it('does not run in forks that work in the checkout itself', async () => {
    await set({ command: 'touch made.txt' });
    const session = await test.create({ isolation: 'none' });
    await session.idle();
    expect(session.state.branches['fork-1']?.status).toBe('completed');
    expect(session.pastEvents().filter((event) => event.type === 'tool-started' && event.name === 'setup')).toEqual([]);
    expect(await isThere(join(test.repository, 'made.txt'))).toBe(false);
  });

  it('that fails is told to its fork behind the directive; up to there siblings send the same bytes', async () => {
    await set({ command: 'case "$PWD" in *fork-1) echo no lock file; exit 7;; esac' });
    const session = await test.create({ isolation: 'worktree' });
    await session.idle();
    expect(setupOf(session, 'fork-1')).toMatchObject({ status: 'error', exitCode: 7 });
    expect(setupOf(session, 'fork-2')).toMatchObject({ status: 'ok', exitCode: 0 });
    expect(session.state.branches['fork-1']?.status).toBe('completed');
    expect(toldTo(session, 'fork-1')).toMatch(/failed with exit code 7[\s\S]*no lock file/);
    expect(toldTo(session, 'fork-2')).not.toContain('failed');
    const [one = '', other = ''] = forkRequests.map((request) => JSON.stringify(request));
    let shared = 0;
    while (one[shared] === other[shared] && shared < one.length) shared++;
    expect(one.slice(0, shared)).toMatch(/Directive: part $/);
    for (const branch of ['fork-1', 'fork-2']) {
      const first = session.state.requests[session.state.branches[branch]?.requests[0] ?? ''];
      expect(first?.prefix).toMatchObject({ relation: 'parent', divergence: null });
    }
  });

  it('that fails ends its fork where the person chose so, with the reason, and no other', async () => {
    await set({ command: 'case "$PWD" in *fork-1) exit 7;; esac', whenItFails: 'end' });
    const session = await test.create({ isolation: 'worktree' });
    await session.idle();
    expect(session.state.branches['fork-1']).toMatchObject({ status: 'failed', requests: [], delivered: true });
    expect(session.state.branches['fork-1']?.reason).toContain('failed with exit code 7');
    expect(session.state.branches['fork-2']?.status).toBe('completed');
    expect(forkRequests).toHaveLength(1);
  });

  it('that is slow in one fork holds up no sibling', async () => {
    await set({ command: 'case "$PWD" in *fork-1) sleep 300;; esac' });
    const session = await test.create({ isolation: 'worktree' });
    await eventOf(session, (event) => event.type === 'branch-ended' && event.branch === 'fork-2');
    expect(session.state.branches['fork-2']?.status).toBe('completed');
    expect(setupOf(session, 'fork-1')?.status).toBe('running');
  });

  it.skipIf(process.platform === 'win32')('ends with all it started when its fork is interrupted', async () => {
    await set({ command: 'sleep 4321 & sleep 4321 & echo begun; wait' });
    const session = await test.create({ isolation: 'worktree' });
    await eventOf(session, (e) => e.type === 'terminal-data' && e.branch === 'fork-1' && e.data.includes('begun'));
    const folder = folderOf(session, 'fork-1');
    await session.interruptAll();
    expect(session.state.branches['fork-1']).toMatchObject({ status: 'interrupted', requests: [] });
    expect(setupOf(session, 'fork-1')?.status).toBe('interrupted');
    const { stdout } = await execa('ps', ['-eo', 'pid,args']);
    const sleepers = stdout.split('\n').flatMap((line) => /^\s*(\d+) sleep 4321$/.exec(line)?.[1] ?? []);
    const { stdout: folders } = await execa(
      'readlink',
      sleepers.map((pid) => `/proc/${pid}/cwd`),
      { reject: false },
    );
    expect(folders).not.toContain(folder);
  });
});

describe('the setup command that a repository asks for', () => {
  const prompts = (session: Session) => session.pastEvents().filter((event) => event.type === 'permission-asked');
  const nextPrompt = async (session: Session): Promise<string> => {
    const event = await eventOf(session, ({ type }) => type === 'permission-asked');
    return event.type === 'permission-asked' ? event.promptId : '';
  };
  const allow = { answer: 'allow', scope: 'once', word: null } as const;

  it('runs only after a person allowed it, asked once for all siblings, even where commands run unasked', async () => {
    await repositoryAsksFor('touch made.txt');
    const session = await test.create({ isolation: 'worktree', approval: 'all' });
    const promptId = await nextPrompt(session);
    session.setApproval('all');
    const [prompt] = session.state.prompts;
    expect(prompt).toMatchObject({ tool: 'setup', detail: 'touch made.txt', promptId });
    expect(session.state.branches[prompt?.branch ?? '']?.root).toContain(test.home);
    expect(forkRequests).toEqual([]);
    expect(session.answerPermission(promptId, allow)).toBe(true);
    await session.idle();
    expect(prompts(session)).toHaveLength(1);
    for (const branch of ['fork-1', 'fork-2']) {
      expect(setupOf(session, branch)?.status).toBe('ok');
      expect(await isThere(join(folderOf(session, branch), 'made.txt'))).toBe(true);
    }
    const stored = JSON.parse(await readFile(settingsFile(), 'utf8'));
    expect(stored.setupAllowed).toEqual({ [test.repository]: ['touch made.txt'] });
  });

  it('is asked for again in the same session once the person has taken the consent back', async () => {
    await repositoryAsksFor('touch made.txt');
    const session = await test.create({ isolation: 'worktree' });
    session.answerPermission(await nextPrompt(session), allow);
    await session.idle();
    await writeFile(settingsFile(), JSON.stringify({ setupAllowed: {} }));
    const [third = ''] = await session.fork('root', null, ['part 3']);
    await eventOf(session, (event) => event.type === 'permission-asked' && event.branch === third);
    expect(session.state.prompts).toMatchObject([{ tool: 'setup', detail: 'touch made.txt', branch: third }]);
    await session.interruptAll();
  });

  it('is not asked for again in a later session, until its text is another one', async () => {
    await repositoryAsksFor('touch made.txt');
    const first = await test.create({ isolation: 'worktree' });
    first.answerPermission(await nextPrompt(first), allow);
    await first.idle();
    const second = await test.create({ isolation: 'worktree' });
    await second.idle();
    expect(prompts(second)).toEqual([]);
    expect(setupOf(second, 'fork-1')?.status).toBe('ok');
    await repositoryAsksFor('touch made.txt; touch more.txt');
    const third = await test.create({ isolation: 'worktree' });
    await nextPrompt(third);
    expect(third.state.prompts[0]?.detail).toBe('touch made.txt; touch more.txt');
    await third.interruptAll();
    expect(third.state.prompts).toEqual([]);
  });

  it('does not run when it is denied: the forks are told, and go on', async () => {
    await repositoryAsksFor('touch made.txt');
    const session = await test.create({ isolation: 'worktree' });
    session.answerPermission(await nextPrompt(session), { answer: 'deny', scope: 'once', word: null });
    await session.idle();
    expect(prompts(session)).toHaveLength(1);
    for (const branch of ['fork-1', 'fork-2']) {
      expect(session.state.branches[branch]?.status).toBe('completed');
      expect(await isThere(join(folderOf(session, branch), 'made.txt'))).toBe(false);
      expect(toldTo(session, branch)).toContain('did not allow the setup command');
    }
  });

  it('is asked by a sibling when the one that asked was interrupted', async () => {
    await repositoryAsksFor('touch made.txt');
    const session = await test.create({ isolation: 'worktree' });
    await nextPrompt(session);
    const first = session.state.prompts[0]?.branch ?? '';
    const second = first === 'fork-1' ? 'fork-2' : 'fork-1';
    await session.interrupt(first, true);
    await eventOf(session, (event) => event.type === 'permission-asked' && event.branch === second);
    session.answerPermission(session.state.prompts[0]?.promptId ?? '', allow);
    await session.idle();
    expect(session.state.branches[first]?.status).toBe('interrupted');
    expect(setupOf(session, second)?.status).toBe('ok');
  });
});

it('runs for a subagent with a worktree of its own, which is told of it', async () => {
  await set({ command: 'exit 3' });
  test.model.script((request) => {
    if (lastText(request).includes('look around')) return say('looked');
    const args = { description: 'look', prompt: 'look around', subagent_type: 'explore', isolation: 'worktree' };
    return request.contents?.length === 1 ? ask({ name: 'agent', args }) : say('fine');
  });
  const session = await test.create({ isolation: 'none' });
  await session.idle();
  expect(setupOf(session, 'subagent-1')).toMatchObject({ status: 'error', exitCode: 3 });
  expect(toldTo(session, 'subagent-1')).toContain('failed with exit code 3');
});
