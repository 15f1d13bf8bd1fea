import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Resolution } from '../../../../core/worktree/merge-plan.ts';
import { ResolveView } from './resolve-view.tsx';

afterEach(cleanup);

const SIDE = { text: 'a file\n', mode: '100644' };

function show(file: 'ours' | 'theirs'): Resolution[] {
  const answers: Resolution[] = [];
  render(
    <ResolveView
      conflict={{
        path: 'thing',
        kind: 'file/directory',
        base: null,
        ours: file === 'ours' ? SIDE : null,
        theirs: file === 'theirs' ? SIDE : null,
        marked: null,
        typeCollision: { file, freeName: 'thing.file' },
        isResolved: false,
      }}
      fork="forkscope/f1"
      forkTitle="Sort the files"
      place={{ at: 0, of: 1 }}
      earlier={null}
      onCancel={() => undefined}
      onResolve={(answer) => answers.push(answer)}
    />,
  );
  return answers;
}

it('names what each side has, and settles it by one side', () => {
  const answers = show('ours');
  fireEvent.click(screen.getByRole('button', { name: 'Keep your file' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take the fork’s folder' }));
  expect(answers).toEqual([
    { path: 'thing', take: 'ours' },
    { path: 'thing', take: 'theirs' },
  ]);
});

it('can keep both, and says what the file will be called', () => {
  const answers = show('theirs');
  expect(screen.getByRole('button', { name: 'Keep your folder' })).toBeDefined();
  expect(screen.getByText(/becomes thing\.file\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Keep both' }));
  expect(answers).toEqual([{ path: 'thing', take: 'both' }]);
});
