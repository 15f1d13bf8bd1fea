import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildChildMessage } from '../../core/fork/child-message.ts';
import { placeholderFor } from '../../core/fork/forked-messages.ts';
import { buildNotification } from '../../core/fork/notification.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { LogWriter } from './testing/log-writer.ts';
import { openSession, show } from './testing/open-session.ts';
import { TranscriptPane } from './transcript-pane.tsx';

// The virtual list asks the page for sizes, which there are none of here.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const agent = { kind: 'call', callId: 'c2', name: 'agent', args: { description: 'Part' } } as const;

/** The menus of messages are made for whoever comes into the pane, by pointer or by key. */
const pointAtPane = () => fireEvent.pointerEnter(screen.getByRole('region', { name: /^Transcript of/ }));

function session() {
  const log = new LogWriter();
  log.branch('root', { title: 'The root' });
  const question = log.message('root', 'person', [{ kind: 'text', text: 'Please fix it' }]);
  log.message('root', 'model', [{ kind: 'call', callId: 'c1', name: 'bash', args: { command: 'npm test' } }]);
  log.add({ type: 'tool-started', branch: 'root', callId: 'c1', name: 'bash', title: 'bash npm test' });
  log.wait(2_400);
  log.add({ type: 'tool-ended', branch: 'root', callId: 'c1', status: 'error', exitCode: 1, signal: null });
  log.message('root', 'tools', [{ kind: 'result', callId: 'c1', name: 'bash', text: 'one failed', isError: true }]);
  const asking = log.message('root', 'model', [agent]);
  log.branch('f1', {
    parent: 'root',
    kind: 'fork',
    title: 'The part',
    callId: 'c2',
    forkPoint: { branch: 'root', messageId: asking.id },
  });
  const identity = { number: 1, count: 1, description: 'Part', callId: 'c2' };
  const child = buildChildMessage('Do the part', { identity });
  log.message('f1', 'fork-start', [placeholderFor(agent), { kind: 'text', text: child }]);
  log.message('root', 'tools', [placeholderFor(agent)]);
  return { log, question };
}

test('a call says what it did, how it ended and how long it took, and unfolds to its output', () => {
  openSession(session().log);
  render(<TranscriptPane branch="root" />);
  const call = screen.getByRole('button', { name: /npm test/ });
  expect(call.textContent).toContain('exit 1');
  expect(call.textContent).toContain('2.4 s');
  expect(screen.queryByText('one failed')).toBeNull();
  fireEvent.click(call);
  expect(screen.getByText('one failed')).toBeTruthy();
});

test('a fork shows its directive plainly, the rest folded; the shared messages unfold', () => {
  openSession(session().log);
  render(<TranscriptPane branch="f1" />);
  expect(screen.getByText('Do the part')).toBeTruthy();
  expect(screen.queryByText(/Read this first/)).toBeNull();
  expect(screen.queryByText('Please fix it')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /4 messages shared with The root/ }));
  expect(screen.getByText('Please fix it')).toBeTruthy();
});

test('the parent names the fork at its call, and its report opens it', () => {
  const { log } = session();
  const open = vi.fn();
  const report = {
    branch: 'f1',
    title: 'The part',
    callId: 'c2',
    status: 'completed',
    reason: null,
    changes: null,
  } as const;
  log.message('root', 'notification', [
    { kind: 'text', text: buildNotification([{ ...report, report: 'It **works**.' }], 0) },
  ]);
  openSession(log);
  render(<TranscriptPane branch="root" onOpenBranch={open} />);
  fireEvent.click(within(screen.getByRole('list', { name: 'Forked into' })).getByRole('button', { name: /The part/ }));
  const card = screen.getByRole('region', { name: 'Report of The part' });
  expect(card.querySelector('strong')?.textContent).toBe('works');
  fireEvent.click(within(card).getByRole('button', { name: 'Open' }));
  expect(open.mock.calls).toEqual([['f1'], ['f1']]);
});

test('"Fork from here" asks the host for one fork per directive, and shows its refusal', async () => {
  const { log, question } = session();
  const refusal = { ok: false, error: { code: 'limit', message: 'No more forks. Wait for one to end.' } };
  const calls = openSession(log, { 'branch.fork': () => refusal });
  render(<TranscriptPane branch="root" />);
  pointAtPane();
  const message = screen.getByRole('article', { name: 'You' });
  fireEvent.click(within(message).getByRole('button', { name: 'Fork from here' }));
  fireEvent.change(screen.getByLabelText('Directive of fork 1'), { target: { value: ' One way ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Another fork' }));
  fireEvent.change(screen.getByLabelText('Directive of fork 2'), { target: { value: 'Another way' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Start 2 forks' }));
  });
  expect(calls.filter(({ name }) => name === 'branch.fork')).toEqual([
    {
      name: 'branch.fork',
      params: {
        sessionId: 's1',
        branch: 'root',
        messageId: question.id,
        directives: ['One way', 'Another way'],
        tools: null,
      },
    },
  ]);
  expect(screen.getByRole('alert').textContent).toBe('No more forks. Wait for one to end.');
});

test('a message that was inherited is forked in the branch that wrote it', () => {
  const { log, question } = session();
  openSession(log);
  const fork = vi.fn();
  render(<TranscriptPane branch="f1" onFork={fork} />);
  pointAtPane();
  fireEvent.click(screen.getByRole('button', { name: /messages shared/ }));
  const message = screen.getByRole('article', { name: 'You' });
  fireEvent.click(within(message).getByRole('button', { name: 'Fork from here' }));
  expect(fork).toHaveBeenCalledExactlyOnceWith('root', question.id);
});

test('text appears as it streams, and the end says how it went', () => {
  const { log } = session();
  openSession(log);
  render(<TranscriptPane branch="f1" />);
  log.add({ type: 'branch-status', branch: 'f1', status: 'running' });
  log.add({ type: 'text-delta', branch: 'f1', requestId: 'r', thought: false, text: 'Half a sen' });
  act(() => show(log));
  expect(screen.getByText('Half a sen')).toBeTruthy();
  log.add({ type: 'branch-ended', branch: 'f1', status: 'failed', reason: 'The key was refused.', report: null });
  act(() => show(log));
  expect(screen.queryByText('Half a sen')).toBeNull();
  expect(screen.getByText(/^Failed after .* The key was refused\.$/)).toBeTruthy();
});

test('find opens with Ctrl+F, counts messages and unfolds what matches', () => {
  openSession(session().log);
  render(<TranscriptPane branch="root" />);
  fireEvent.keyDown(screen.getByRole('region', { name: 'Transcript of The root' }), { key: 'f', ctrlKey: true });
  fireEvent.change(screen.getByLabelText('Find in this pane'), { target: { value: 'ONE FAILED' } });
  expect(screen.getByText('1 of 1')).toBeTruthy();
  expect(screen.getByText('one failed')).toBeTruthy();
});

test('a fork leads back to the call that started it, and a report is read by its labels', () => {
  const { log } = session();
  log.message('f1', 'model', [{ kind: 'text', text: 'Scope: the part\nResult: it works' }]);
  openSession(log);
  render(<TranscriptPane branch="f1" />);
  expect(screen.getByText('Scope').tagName).toBe('DT');
  fireEvent.click(screen.getByRole('button', { name: 'Show the call in the parent' }));
  expect(paneTargetStore.getState().target).toMatchObject({ kind: 'transcript', branch: 'root', place: 'c2' });
});

test('a changed file that is named in a text or touched by a call leads to its diff', () => {
  const { log } = session();
  log.add({ type: 'worktree-created', branch: 'f1', path: '/w', baseCommit: 'c', gitBranch: null, notices: [] });
  log.add({ type: 'worktree-changed', branch: 'f1', files: 1, added: 1, removed: 0, paths: ['src/clock.ts'] });
  log.message('f1', 'model', [
    { kind: 'text', text: 'I changed `src/clock.ts:12`, not `src/other.ts`.' },
    { kind: 'call', callId: 'c9', name: 'edit_file', args: { path: 'src/clock.ts', old_text: 'a', new_text: 'b' } },
  ]);
  openSession(log);
  render(<TranscriptPane branch="f1" />);
  const links = screen.getAllByRole('button', { name: /clock\.ts/ });
  expect(screen.queryByRole('button', { name: /other\.ts/ })).toBeNull();
  const inText = links.find((link) => link.className === 'file-link');
  fireEvent.click(inText ?? document.body);
  expect(paneTargetStore.getState().target).toMatchObject({ kind: 'diff', branch: 'f1', place: 'src/clock.ts' });
  pointAtPane();
  expect(screen.getByRole('button', { name: 'Open the diff of src/clock.ts', hidden: true })).toBeTruthy();
});

test('the menus of messages come when the pane is entered by key, and by themselves when no row comes any more', async () => {
  openSession(session().log);
  const { unmount } = render(<TranscriptPane branch="root" />);
  const menus = () => screen.queryAllByRole('button', { name: 'Copy message' }).length;
  expect(menus()).toBe(0);
  fireEvent.focus(screen.getByRole('button', { name: /npm test/ }));
  // The question and the call to the shell; a call to an agent has a card instead.
  expect(menus()).toBe(2);
  unmount();
  render(<TranscriptPane branch="root" />);
  expect(menus()).toBe(0);
  await waitFor(() => expect(menus()).toBe(2));
});
