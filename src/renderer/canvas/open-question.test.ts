import { describe, expect, it } from 'vitest';
import type { BranchState } from '../../core/session/state.ts';
import { openQuestionOf } from './open-question.ts';

const branch = (pieces: readonly string[], status = 'running', name = 'bash') =>
  ({
    calls: { c1: { name, status } },
    callOrder: ['c1'],
    terminal: pieces.map((data) => ({ callId: 'c1', data })),
  }) as unknown as BranchState;

describe('openQuestionOf', () => {
  it('is the line before the cursor, without its colours', () => {
    expect(openQuestionOf(branch(['installing\r\n', '\u001b[33mProceed?', ' [y/N] \u001b[0m']))?.line).toBe(
      'Proceed? [y/N]',
    );
  });

  it('is nothing once the line has ended, or the command has', () => {
    expect(openQuestionOf(branch(['Proceed? y\r\n']))).toBeNull();
    expect(openQuestionOf(branch(['Proceed? '], 'ok'))).toBeNull();
    expect(openQuestionOf(branch([]))).toBeNull();
  });

  it('is nothing of an earlier command', () => {
    const earlier = branch(['Proceed? ']);
    const later = {
      ...earlier,
      calls: { ...earlier.calls, c2: { name: 'bash', status: 'running' } },
      callOrder: ['c1', 'c2'],
    } as unknown as BranchState;
    expect(openQuestionOf(later)).toBeNull();
  });
});
