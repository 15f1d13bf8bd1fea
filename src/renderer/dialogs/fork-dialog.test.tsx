import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LaunchEstimate } from '../../core/prefix/launch-estimate.ts';
import { ok } from '../../shared/result.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { ForkDialog } from './fork-dialog.tsx';

const COLD =
  'These 2 forks would start cold: nothing has used the prefix for 6:12, and the cache keeps it for 5:00. About 18,400 tokens would be paid at full price, about $0.0285 instead of $0.0037.';

let play: Play;
beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  play = await playScene('running');
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await play.stop();
});

const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const box = () => screen.getByRole('region', { name: 'What this launch shares and costs' });
const directive = (number: number, text: string) =>
  fireEvent.change(screen.getByLabelText(`Directive of fork ${number}`), { target: { value: text } });
const asked = () => play.sent('forks.estimate');

it('says what is shared and costs before anything starts, and asks once for several strokes of a key', async () => {
  render(<ForkDialog branch="root" messageId={null} />);
  expect(box().getAttribute('aria-busy')).toBe('true');
  await rest(200);
  expect(asked()).toEqual([{ sessionId: 's1', branch: 'root', messageId: null, count: 1 }]);
  expect(box().textContent).toContain('18,400 tokens each, 97 % of the request');
  expect(box().textContent).toContain('$0.0018 warm');
  expect(box().textContent).toContain('$0.0143 cold');
  expect(box().textContent).toContain('whole and warm: cold in 3:1');
  fireEvent.click(screen.getByRole('button', { name: 'One more fork' }));
  directive(1, 'left');
  directive(2, 'r');
  directive(2, 'ri');
  // The answer before stays until the next one is there.
  expect(box().textContent).toContain('$0.0018 warm');
  await rest(200);
  expect(asked()).toHaveLength(2);
  expect(asked().at(-1)).toMatchObject({ count: 2 });
  expect(box().textContent).toContain('Input of both first requests');
  expect(box().textContent).toContain('$0.0037 warm');
  expect(play.sent('branch.fork')).toEqual([]);
});

it('warns of a cold launch in tokens and money, and drops an answer that comes too late', async () => {
  const answers: ((estimate: LaunchEstimate) => void)[] = [];
  const call = play.host.call.bind(play.host);
  vi.spyOn(play.host, 'call').mockImplementation(((name: 'forks.estimate', params: never) =>
    name === 'forks.estimate'
      ? new Promise((resolve) => answers.push((estimate) => resolve(ok(estimate))))
      : call(name, params)) as never);
  render(<ForkDialog branch="root" messageId={null} />);
  await rest(200);
  fireEvent.click(screen.getByRole('button', { name: 'One more fork' }));
  directive(1, 'left');
  directive(2, 'right');
  await rest(200);
  const cold = { count: 2, tokensShared: 18_400, tokensNew: 600, isWarm: false, coldInMs: 0, isHeld: true };
  const estimate = {
    ...cold,
    note: null,
    holdReason: 'the prefix is not cached yet',
    costWarm: 0.0037,
    costCold: 0.0285,
  };
  answers[1]?.({ ...estimate, warning: COLD });
  answers[0]?.({ ...estimate, count: 1, isWarm: true, warning: null });
  await rest(0);
  expect(screen.getByRole('status').textContent).toBe(COLD);
  expect(box().textContent).toContain('$0.0285 coldinstead of $0.0037 warm');
  expect(box().textContent).toContain('one first, then the other: the prefix is not cached yet');
});

it('starts read-only forks when asked to, and stays open with the reason when the host refuses', async () => {
  viewStore.getState().openDialog({ kind: 'fork', branch: 'root', messageId: null });
  play.host.refuse('branch.fork', 'The session has no place left. Abort a branch first.');
  render(<ForkDialog branch="root" messageId={null} />);
  await rest(200);
  directive(1, '  look around  ');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read only' }));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Start 1 fork' })));
  const sent = { sessionId: 's1', branch: 'root', messageId: null, directives: ['look around'], tools: 'read-only' };
  expect(play.sent('branch.fork')).toEqual([sent]);
  expect(screen.getByRole('alert').textContent).toContain('no place left');
  expect(viewStore.getState().dialog).not.toBeNull();
});

it('asks again when the entry has gone cold while the person was writing', async () => {
  render(<ForkDialog branch="root" messageId={null} />);
  await rest(200);
  expect(asked()).toHaveLength(1);
  await rest(194_000);
  expect(asked()).toHaveLength(2);
});
