import { describe, expect, it } from 'vitest';
import type { Message, ResultPart } from '../session/message.ts';
import { renderTextCall, renderTextResults } from '../subagent/text-tools.ts';
import { applyChange } from './compaction-change.ts';
import { planDuplicateReads } from './duplicate-reads.ts';

type Use = readonly [name: string, args: Readonly<Record<string, unknown>>, text: string];
const ROOT = '/work/repository';
const BIG = 'b'.repeat(40_000);
const read = (path: string, more: object = {}, text = BIG): Use => ['read_file', { path, ...more }, text];
const edit = (path: string): Use => ['edit_file', { path, old_text: 'a', new_text: 'b' }, 'Edited.'];

/** One step per row, the calls of a row in parallel; `asText` writes calls and results into texts. */
function history(rows: readonly (readonly Use[])[], asText = false): Message[] {
  const messages: Message[] = [{ id: 'start', role: 'user', parts: [{ kind: 'text', text: 'q' }] }];
  rows.forEach((uses, row) => {
    const results = uses.map(
      ([name, , text], i): ResultPart => ({ kind: 'result', callId: `${row}.${i}`, name, text, isError: false }),
    );
    messages.push({
      id: `m${row}`,
      role: 'model',
      parts: asText
        ? [{ kind: 'text', text: uses.map(([name, args]) => renderTextCall(name, args)).join('\n') }]
        : uses.map(([name, args], i) => ({ kind: 'call', callId: `${row}.${i}`, name, args })),
    });
    messages.push({
      id: `u${row}`,
      role: 'user',
      parts: asText ? [{ kind: 'text', text: renderTextResults(results) }] : results,
    });
  });
  return messages;
}

/** Which reads are left, by row and place: `B` whole, `-` left out. */
function leftOf(rows: readonly (readonly Use[])[], asText = false): string {
  const messages = history(rows, asText);
  const plan = planDuplicateReads(messages, ROOT);
  const after = plan ? applyChange(messages, plan.change) : messages;
  return after
    .filter(({ id }) => id.startsWith('u'))
    .map(({ parts }) => {
      const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
      return (
        text
          .replaceAll(/b{1000,}/g, '#B#')
          .replaceAll(/\[Left out:[^\]]*\]/g, '#-#')
          .match(/(?<=#)[B-](?=#)/g)
          ?.join('') ?? ''
      );
    })
    .join(' ');
}

const END: Use[] = [['bash', { command: 'true' }, 'ok']];

describe.each([
  ['native results', false],
  ['results as text', true],
])('duplicate reads, %s', (_, asText) => {
  it('go, all but the last', () => {
    expect(leftOf([[read('a')], [read('./a')], [read(`${ROOT}/a`)], END], asText)).toBe('- - B ');
  });

  it('defect 5: are told apart by their range', () => {
    const [first, second] = [read('a', { limit: 10 }), read('a', { offset: 11, limit: 10 })];
    expect(leftOf([[first], [second], [first], [second], END], asText)).toBe('- - B B ');
    expect(leftOf([[first], [second], END], asText)).toBe('B B ');
  });

  it('are covered by a later read of the whole file, but not by one that was cut', () => {
    expect(leftOf([[read('a', { limit: 9 })], [read('a', { offset: 5 })], [read('a')], END], asText)).toBe('- - B ');
    const cut = read('a', {}, `${BIG}\n[Lines 1 to 90 of 200. Read on with offset 91.]`);
    expect(leftOf([[read('a', { offset: 95 })], [read('a', { offset: 99 })], [cut], END], asText)).toBe('B B B ');
  });

  it('defect 4: are found among parallel reads', () => {
    expect(leftOf([[read('a'), read('b'), read('c')], [read('b'), read('c')], END], asText)).toBe('B-- BB ');
  });

  it('are stale after an edit', () => {
    expect(leftOf([[read('a'), read('b')], [edit('a'), edit('b')], END], asText)).toBe('--  ');
    expect(leftOf([[read('a'), read('b')], [edit('a'), edit('b')], [read('a')], END], asText)).toBe('--  B ');
  });

  it('stay when the model has not seen them yet', () => {
    expect(leftOf([[read('a'), read('a'), read('a')]], asText)).toBe('BBB');
  });

  it('stay when that would save less than 64 KiB', () => {
    const small = (path: string) => read(path, {}, 'b'.repeat(30_000));
    expect(leftOf([[small('a'), small('b')], [small('a'), small('b')], END], asText)).toBe('BB BB ');
    expect(leftOf([[small('a'), small('b'), small('c')], [small('a'), small('b'), small('c')], END], asText)).toBe(
      '--- BBB ',
    );
  });
});

describe('a saving', () => {
  it('is enough from 30 percent of the context on', () => {
    const other: Use = ['bash', { command: 'cat' }, 'o'.repeat(100_000)];
    // 80 KB of 160, then of 360.
    expect(planDuplicateReads(history([[read('a'), read('b')], [read('a'), read('b')], END]), ROOT)?.isEnough).toBe(
      true,
    );
    const much = history([[read('a'), read('b'), other, other], [read('a'), read('b')], END]);
    expect(planDuplicateReads(much, ROOT)?.isEnough).toBe(false);
  });
});
