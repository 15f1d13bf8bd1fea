import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { latePart } from './late-part.ts';

afterEach(cleanup);

const part = () => latePart(async () => () => <p>the part</p>);
const shown = ({ Part }: ReturnType<typeof part>) =>
  render(
    <Suspense fallback={<p>reading</p>}>
      <Part />
    </Suspense>,
  );

it('is drawn at once when it was read ahead', async () => {
  const ahead = part();
  await ahead.read();
  shown(ahead);
  expect(screen.getByText('the part')).toBeTruthy();
});

it('shows its fallback until it is read', async () => {
  shown(part());
  expect(screen.getByText('reading')).toBeTruthy();
  await act(async () => {});
  expect(await screen.findByText('the part')).toBeTruthy();
});

it('cannot be read ahead, and does not say so there', async () => {
  const broken = latePart(() => Promise.reject(new Error('no such file')));
  expect(await broken.read()).toBeUndefined();
});
