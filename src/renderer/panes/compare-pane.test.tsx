import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareId } from '../dock/pane-kinds.ts';
import { ComparePane } from './compare-pane.tsx';
import { LogWriter } from './testing/log-writer.ts';
import { openSession } from './testing/open-session.ts';

// The virtual list asks the page for sizes, which there are none of here.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('puts the same steps beside each other, and says where a branch has none', () => {
  const log = new LogWriter();
  log.branch('root');
  log.branch('a', { parent: 'root', kind: 'fork', title: 'Left', directive: 'Do the left' });
  log.branch('b', { parent: 'root', kind: 'fork', title: 'Right', directive: 'Do the right' });
  log.message('a', 'model', [{ kind: 'text', text: 'first of left' }]);
  log.message('a', 'model', [{ kind: 'text', text: 'second of left' }]);
  log.message('b', 'model', [{ kind: 'call', callId: 'c1', name: 'bash', args: { command: 'ls -la' } }]);
  openSession(log);
  render(<ComparePane branch={compareId(['a', 'b'])} />);

  const directives = screen.getByRole('row', { name: /^Directive/ });
  expect(
    within(directives)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Do the left', 'Do the right']);
  const first = screen.getByRole('region', { name: 'Step 1' });
  expect(first.textContent).toContain('first of left');
  expect(first.textContent).toContain('ls -la');
  const second = screen.getByRole('region', { name: 'Step 2' });
  expect(second.textContent).toContain('second of left');
  expect(second.textContent).toContain('no such step');
});
