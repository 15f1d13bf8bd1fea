import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import { PrefixPane } from './prefix-pane.tsx';
import { LogWriter } from './testing/log-writer.ts';
import { openSession } from './testing/open-session.ts';

afterEach(cleanup);

const snapshot: Snapshot = {
  version: 1,
  provider: 'demo',
  model: 'demo',
  systemText: 'Be kind.',
  tools: [],
  sampling: {},
};

/** A root and one fork of it that was sent with another system text. */
function session() {
  const log = new LogWriter();
  log.branch('root', { title: 'The root' });
  const asked = log.message('root', 'person', [{ kind: 'text', text: 'Go' }]);
  const head = log.request('root', snapshot, 1);
  log.branch('f1', {
    title: 'The fork',
    parent: 'root',
    kind: 'fork',
    forkPoint: { branch: 'root', messageId: asked.id },
  });
  log.message('f1', 'fork-start', [{ kind: 'text', text: 'Directive' }]);
  const own = log.request('f1', { ...snapshot, systemText: 'Be quick.' }, 1, head);
  return { log, head, own };
}

const answerFor = (log: LogWriter) => ({
  'request.segments': ({ requestId }: { requestId: string }) => ({
    ok: true,
    value: { segments: log.segments(requestId) },
  }),
});

test('a broken prefix is said in words, with byte, path and both sides', () => {
  const { log } = session();
  openSession(log);
  render(<PrefixPane branch="f1" />);
  const note = screen.getByRole('region', { name: 'Where it parts' });
  // The tools are `[]`, two bytes; `{"text":"Be ` has twelve.
  expect(within(note).getByRole('heading').textContent).toBe('Parts at byte 14, system.text');
  expect(note.textContent).toContain('kind."}');
  expect(note.textContent).toContain('quick."}');
});

test("by keyboard: arrows walk a strip and name the segment, Enter reads it beside the parent's", async () => {
  const { log, head, own } = session();
  const calls = openSession(log, answerFor(log));
  render(<PrefixPane branch="f1" />);
  const strip = screen.getByRole('listbox', { name: 'Segments of The fork' });
  fireEvent.keyDown(strip, { key: 'ArrowRight' });
  fireEvent.keyDown(strip, { key: 'ArrowRight' });
  // The system segment is `{"text":"Be quick."}` with 20 bytes, behind 2 of tools.
  expect(screen.getByText('The fork: System text, 20 B, bytes 2 to 22, its own')).toBeTruthy();
  await act(async () => {
    fireEvent.keyDown(strip, { key: 'Enter' });
  });
  expect(calls.map(({ params }) => params)).toEqual([
    { sessionId: 's1', requestId: own },
    { sessionId: 's1', requestId: head },
  ]);
  const detail = screen.getByRole('region', { name: 'Segment' });
  fireEvent.click(within(detail).getByRole('button', { name: 'As sent' }));
  expect([...detail.querySelectorAll('pre')].map((pre) => pre.textContent)).toEqual([
    '{"text":"Be quick."}',
    '{"text":"Be kind."}',
  ]);
  expect([...detail.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['quick."}', 'kind."}']);
});

test('a branch that sent nothing says so', () => {
  const log = new LogWriter();
  log.branch('root');
  openSession(log);
  render(<PrefixPane branch="root" />);
  expect(screen.getByText('No request has been sent yet.')).toBeTruthy();
});
