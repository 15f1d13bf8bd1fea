import { describe, expect, it } from 'vitest';
import {
  ANTHROPIC_MARKERS,
  type BlockKind,
  DASHSCOPE_MARKERS,
  type MarkerRules,
  OPENAI_MARKERS,
  type PlannedMessage,
  planBreakpoints,
} from './cache-plan.ts';

const KINDS: Readonly<Record<string, BlockKind>> = { t: 'text', i: 'image', r: 'result', c: 'call', h: 'thinking' };

/** Messages in short: role, then one letter a block; `u:rrt` is a user message of two results and a text. */
function messages(short: string): PlannedMessage[] {
  return short.split(' ').map((message) => {
    const [role, letters = ''] = message.split(':');
    return { role: role === 'u' ? 'user' : 'model', blocks: [...letters].map((letter) => KINDS[letter] ?? 'text') };
  });
}

/** Markers in short: `s` for the system text, `message.block` for others. */
function plan(short: string, sharedMessages: number, rules: MarkerRules, hasSystem = true): string {
  return planBreakpoints({ hasSystem, messages: messages(short), sharedMessages, rules })
    .map((point) => (point.at === 'system' ? 's' : `${point.message}.${point.block}`))
    .join(' ');
}

const twelveCalls = `${'c'.repeat(12)}`;
const twelveResults = `${'r'.repeat(12)}`;

describe('four markers that look back (Anthropic)', () => {
  it.each<[string, string, number, string]>([
    ["a root's first request: system, and its end", 'u:t', 0, 's 0.0'],
    ["a root's next step reads its former end by looking back", 'u:t m:htc u:r', 0, 's 2.0'],
    ['20 blocks between the ends are within reach', `u:t m:${'c'.repeat(10)} u:${'r'.repeat(10)}`, 0, 's 2.9'],
    ['21 are not: the former end is marked too', `u:t m:h${'c'.repeat(10)} u:${'r'.repeat(10)}`, 0, 's 0.0 2.9'],
    [
      "a fork: system, the parent's last request, the last placeholder, its own end",
      'u:t m:tc u:r m:hcccc u:rrrrt',
      4,
      's 2.0 4.3 4.4',
    ],
    [
      'a fork of twelve: the same, since each place is marked itself',
      `u:t m:tc u:r m:h${twelveCalls} u:${twelveResults}t`,
      4,
      's 2.0 4.11 4.12',
    ],
    ["a fork's second step: its own end moves, the shared ones stay", 'u:t m:cc u:rrt m:c u:r', 2, 's 0.0 2.1 4.0'],
    [
      "a fork's long step: the former end is worth more than the system text",
      `u:t m:cc u:rrt m:${twelveCalls} u:${twelveResults}`,
      2,
      '0.0 2.1 2.2 4.11',
    ],
    [
      'a fork of a finished answer: siblings share that answer, so its end is marked',
      'u:t m:ht u:t',
      2,
      's 0.0 1.1 2.0',
    ],
    ['thinking is never marked', 'u:t m:th u:t', 2, 's 0.0 1.0 2.0'],
    ['an answer of thinking alone has no end that can be marked', 'u:t m:h u:t', 2, 's 0.0 2.0'],
    [
      'a trailing message that moved in front of the directive is shared by siblings',
      'u:t m:t u:tit',
      2,
      's 0.0 2.1 2.2',
    ],
  ])('%s', (_, short, shared, expected) => {
    expect(plan(short, shared, ANTHROPIC_MARKERS)).toBe(expected);
  });

  it('has nothing to mark in a system text that is not there', () => {
    expect(plan('u:t', 0, ANTHROPIC_MARKERS, false)).toBe('0.0');
  });
});

it('never marks an answer for DashScope', () => {
  expect(plan('u:t m:t u:t', 2, DASHSCOPE_MARKERS)).toBe('s 0.0 2.0');
  expect(plan('u:t m:cc u:rrt', 2, DASHSCOPE_MARKERS)).toBe('s 0.0 2.1 2.2');
});

describe('markers that alone are matched (OpenAI)', () => {
  it.each<[string, string, number, string]>([
    ['every request end stays marked, so that the next step matches it', 'u:t m:c u:r m:cc u:rr', 0, '0.0 2.0 4.1'],
    ["a fork's last placeholder is marked beside its end", 'u:t m:cc u:rrt', 2, '0.0 2.1 2.2'],
    ['and stays so in its later steps', 'u:t m:cc u:rrt m:c u:r', 2, '0.0 2.1 2.2 4.0'],
    ['answers are not marked, system text is not either', 'u:t m:t u:t', 2, '0.0 2.0'],
  ])('%s', (_, short, shared, expected) => {
    expect(plan(short, shared, OPENAI_MARKERS)).toBe(expected);
  });

  it('keeps the latest 50, in order', () => {
    const long = Array.from({ length: 70 }, () => 'u:t m:c').join(' ');
    const kept = plan(long, 0, OPENAI_MARKERS).split(' ');
    expect(kept).toHaveLength(50);
    expect([kept[0], kept.at(-1)]).toEqual(['40.0', '138.0']);
  });
});

it.each([ANTHROPIC_MARKERS, DASHSCOPE_MARKERS])(
  'a whole fork never has more than four markers, and its own end is one',
  (rules) => {
    let short = `u:t m:h${twelveCalls} u:${twelveResults}t`;
    for (let step = 0; step < 10; step++) {
      const points = plan(short, 2, rules).split(' ');
      expect(points.length).toBeLessThanOrEqual(4);
      expect(points.at(-1)?.startsWith(`${2 * step + 2}.`)).toBe(true);
      // What siblings share beyond the parent stays readable, however long a fork lives.
      expect(points).toContain('2.11');
      short += ` m:${step % 2 ? 'c' : twelveCalls} u:${step % 2 ? 'r' : twelveResults}`;
    }
  },
);
