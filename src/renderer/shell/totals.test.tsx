import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Play, playScene } from '../testing/play-scene.ts';
import { Totals } from './totals.tsx';

let play: Play;
beforeEach(async () => {
  play = await playScene('running');
});
afterEach(async () => {
  cleanup();
  await play.stop();
});

const spend = async (cost: number, uncachedCost: number, freshCost: number) => {
  play.host.emit(
    {
      type: 'request-started',
      branch: 'f1',
      requestId: 'big',
      step: 9,
      attempt: 1,
      model: 'm',
      base: null,
      added: [],
      totalBytes: 1,
      chain: '',
      prefix: null,
    },
    {
      type: 'request-ended',
      branch: 'f1',
      requestId: 'big',
      finishReason: 'STOP',
      usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 1, thoughts: 0 },
      cost,
      uncachedCost,
      freshCost,
    },
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 150)));
};
const meter = () => document.querySelector('.budget');

describe('the budget meter', () => {
  it('warns from 80 %, and says when it is used up', async () => {
    // The scene has a budget of $1 and has spent $0.009.
    render(<Totals />);
    expect(meter()?.getAttribute('data-level')).toBe('fine');
    expect(meter()?.textContent).toContain('of $1.00');
    await spend(0.8, 0.9, 0.9);
    expect(meter()?.getAttribute('data-level')).toBe('near');
    expect(meter()?.textContent).toContain('Budget 81 % used');
  });

  it('is over at its end', async () => {
    render(<Totals />);
    await spend(1, 1.2, 1.1);
    expect(meter()?.getAttribute('data-level')).toBe('over');
  });
});

describe('money saved', () => {
  it('states both counterfactuals, and closes with Escape', async () => {
    render(<Totals />);
    await spend(0.1, 0.5, 0.05);
    fireEvent.click(screen.getByRole('button', { expanded: false }));
    const why = screen.getByRole('dialog', { name: /against what/ });
    expect(why.textContent).toContain('Without a cache');
    expect(why.textContent).toContain('every input token at full price');
    // A fresh agent would have been cheaper by 0.1 - 0.05: that is said, not hidden.
    expect(why.textContent).toContain('$0.0500 cheaper that way');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
