import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultPart } from '../../../core/session/message.ts';
import { readLog } from '../read-log.ts';
import { sessionFolder } from '../session-folder.ts';
import { collectOneSource } from './collect-sources.ts';
import { runImport } from './run-import.ts';
import { slimRow } from './slim-row.ts';
import { seeded } from './testing/large-transcript.ts';

const big = 'x'.repeat(4_000);
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't1', content });
const userRow = (content: unknown, more: object = {}) => ({
  type: 'user',
  ...more,
  message: { role: 'user', content },
});
const lineOf = (row: object) => Buffer.from(JSON.stringify(row));

describe('large values of a row', () => {
  it('that repeat others are left out, but for the name of the subagent', () => {
    const copy = { agentId: 'f1', content: `{"a":"${big}"}`, list: [[big], { b: '\\"}' }] };
    expect(slimRow(lineOf(userRow(big, { toolUseResult: copy })), false)).toEqual({
      row: userRow(big, { toolUseResult: { agentId: 'f1' } }),
      texts: [],
    });
  });

  it('stay when a text only speaks of such a key', () => {
    expect(slimRow(lineOf(userRow([{ type: 'text', text: `"toolUseResult":{${big}}` }])), true)).toBeNull();
  });

  it('stand aside as bytes when they are the texts of results', () => {
    const slim = slimRow(lineOf(userRow([result('short'), result(`${big} "é"\n`), result(`${big}\u001b[0m`)])), true);
    expect(slim?.texts.map(String)).toEqual([`${big} \\"é\\"\\n`, `${big}\\u001b[0m`]);
  });

  it.each([
    ['a prompt', lineOf(userRow(big))],
    ['a block of another kind', lineOf(userRow([{ type: 'search_result', content: big }]))],
    ['a block inside a result', lineOf(userRow([result([{ type: 'x', content: big }])]))],
    ['a row of another kind', lineOf({ ...userRow([result(big)]), type: 'mystery' })],
    ['a result that looks like a stand-in', lineOf(userRow([result('\0text 0\0'), result(big)]))],
    ['escapes that our log has not', Buffer.from(JSON.stringify(userRow([result(`${big}/`)])).replace('x/', 'x\\/'))],
    ['what is no escape', Buffer.from(JSON.stringify(userRow([result(`${big}/`)])).replace('x/', 'x\\q'))],
    ['a control byte', Buffer.from(JSON.stringify(userRow([result(`${big}/`)])).replace('x/', 'x\t'))],
    ['what is no UTF-8', Buffer.from(JSON.stringify(userRow([result(`${big}\u00ff`)])), 'latin1')],
    ['half a pair', lineOf(userRow([result(`${big}\ud83d`)]))],
    ['a row that was cut off', lineOf(userRow([result(big)])).subarray(0, 3_500)],
  ])('are read when they are %s', (_, line) => {
    expect(slimRow(line, true)).toBeNull();
  });
});

describe('an import with long results', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'forkscope-slim-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('stores what JSON.parse reads, whatever the texts are made of', async () => {
    const random = seeded(11);
    const bits = [
      'word ',
      '\n',
      '"',
      '\\',
      '\t',
      '\u0001',
      '\u001b[1m',
      'é',
      '漢',
      '🙂',
      '\ud800',
      '/',
      '\u2028',
      '\0',
    ];
    const text = () => {
      let made = '';
      for (const length = 200 + random() * 6_000; made.length < length; )
        made += bits[Math.floor(random() * (random() < 0.5 ? 6 : bits.length))];
      return made;
    };
    const lines: string[] = [];
    const expected: string[] = [];
    for (let number = 0; number < 120; number++) {
      const content = [result(text()), result(text())].slice(random() < 0.5 ? 1 : 0);
      const shared = { sessionId: 's', uuid: `u${number}`, parentUuid: number === 0 ? null : `u${number - 1}` };
      const row = userRow(content, { ...shared, timestamp: new Date(1.8e12 + number).toISOString() });
      const written = JSON.stringify(random() < 0.5 ? { ...row, toolUseResult: { stdout: content[0]?.content } } : row);
      lines.push(random() < 0.2 ? written.replaceAll('/', '\\/') : written);
      for (const block of (JSON.parse(written) as typeof row & { message: { content: { content: string }[] } }).message
        .content)
        expected.push(block.content);
    }
    const path = join(home, 'rows.jsonl');
    writeFileSync(path, lines.join('\n'));
    const job = { kind: 'write', source: await collectOneSource(path), prices: null, home } as const;
    const written = await runImport(job);
    if (written.kind !== 'write') throw new Error('an import was asked for');
    const { events, problems } = await readLog(sessionFolder(home, written.value.sessionId).events);
    const stored = events.flatMap((event) => (event.type === 'message-added' ? event.message.parts : []));
    expect(problems).toEqual([]);
    expect(stored.filter((part): part is ResultPart => part.kind === 'result').map((part) => part.text)).toEqual(
      expected,
    );
  });
});
