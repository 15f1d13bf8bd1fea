import { describe, expect, it } from 'vitest';
import { type CallStreak, NO_STREAK, noteCall } from './identical-calls.ts';

const limits = { warn: 3, stop: 5 };

function verdicts(calls: readonly (readonly [string, unknown])[]): string[] {
  let streak: CallStreak = NO_STREAK;
  return calls.map(([name, args]) => {
    const noted = noteCall(streak, { name, args }, limits);
    streak = noted.streak;
    return noted.verdict;
  });
}

describe('identical calls', () => {
  it('warns at the third and stops at the fifth', () => {
    expect(verdicts(Array(6).fill(['search', { pattern: 'x' }]))).toEqual(['ok', 'ok', 'warn', 'warn', 'stop', 'stop']);
  });

  it('compares canonical arguments: order of keys does not matter, at any depth', () => {
    const a = { x: 1, y: { b: [1, { d: 2, c: 3 }], a: null } };
    const b = { y: { a: null, b: [1, { c: 3, d: 2 }] }, x: 1 };
    expect(
      verdicts([
        ['t', a],
        ['t', b],
        ['t', a],
      ]).at(-1),
    ).toBe('warn');
  });

  it('counts only calls in a row', () => {
    const [same, other] = [['t', { a: 1 }] as const, ['t', { a: 2 }] as const];
    expect(verdicts([same, same, other, same, same])).toEqual(Array(5).fill('ok'));
  });

  it.each([
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: '1' }, { a: 1 }],
    [{}, { a: null }],
    [JSON.parse('{"__proto__": 1}'), {}],
  ])('%j and %j differ', (left, right) => {
    expect(
      verdicts([
        ['t', left],
        ['t', left],
        ['t', right],
      ]).at(-1),
    ).toBe('ok');
  });
});
