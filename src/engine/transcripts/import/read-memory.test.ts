import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryParts, sessionEvents } from '../../../core/import/memory-parts.ts';
import { Checkpoint } from './checkpoint.ts';
import { collectOneSource } from './collect-sources.ts';
import { ReadMemory } from './read-memory.ts';
import { readSource } from './read-source.ts';
import { seeded } from './testing/large-transcript.ts';

const FIXTURES = join(import.meta.dirname, '../../../core/import/fixtures');
const NAMES = readdirSync(FIXTURES).filter((name) => /^(claude|qwen|codex|derived).*\.jsonl$/.test(name));
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkscope-memory-'));
  path = join(folder, 'live.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** All that a transcript tells, read with a memory or as if for the first time. */
async function told(memory?: ReadMemory): Promise<unknown> {
  const source = await collectOneSource(path);
  const parts = new MemoryParts();
  const options = { prices: null, live: true, holdLast: true, checkpoint: new Checkpoint() };
  const draft = await readSource(source, parts, memory ? { ...options, memory } : options);
  return [...sessionEvents(draft, { sessionId: 's', path, fallbackAt: 1 }, parts)];
}

const line = (number: number, text: string) =>
  `${JSON.stringify({ type: 'user', uuid: `u${number}`, parentUuid: number === 0 ? null : `u${number - 1}`, sessionId: 's', timestamp: new Date(1.8e12 + number).toISOString(), message: { role: 'user', content: text } })}\n`;
const LINES = Array.from({ length: 3_000 }, (_, number) => line(number, `text ${number} ${'x'.repeat(number % 90)}`));

describe('a transcript that is read again', () => {
  it.each(NAMES)('tells the same as when it is read anew, wherever it was cut: %s', async (name) => {
    const random = seeded(5);
    const whole = readFileSync(join(FIXTURES, name));
    const memory = new ReadMemory();
    // Enough of a head that its format can be told.
    let at = whole.indexOf('\n', whole.length / 4) + 1;
    writeFileSync(path, whole.subarray(0, at));
    for (; at < whole.length; ) {
      expect(await told(memory)).toEqual(await told());
      const next = Math.min(whole.length, at + 1 + Math.floor((random() * whole.length) / 4));
      appendFileSync(path, whole.subarray(at, next));
      at = next;
    }
    expect(await told(memory)).toEqual(await told());
    expect(await told(memory)).toEqual(await told());
  });

  it('has only its new lines read', async () => {
    const memory = new ReadMemory();
    writeFileSync(path, LINES.slice(0, 2_000).join(''));
    await told(memory);
    const before = Buffer.byteLength(LINES.slice(0, 2_000).join(''));
    appendFileSync(path, `${LINES[2_000]}${LINES[2_001]?.slice(0, 20)}`);
    expect(memory.of(path).resume(path)).toMatchObject({ bytes: before, line: 2_000 });
    await told(memory);
    const after = before + Buffer.byteLength(LINES[2_000] ?? '');
    // The half line is read again: it was not whole.
    expect(memory.of(path).resume(path)).toMatchObject({ bytes: after, line: 2_001 });
  });

  it('keeps damaged lines open until it is known what they are', async () => {
    const memory = new ReadMemory();
    const torn =
      '{"type":"user","uuid":"t","parentUuid":"u9","sessionId":"s","message":{"role":"user","content":"one\ntwo"}}\n';
    writeFileSync(path, LINES.slice(0, 10).join('') + torn.slice(0, torn.indexOf('\n') + 1));
    await told(memory);
    appendFileSync(path, torn.slice(torn.indexOf('\n') + 1) + LINES.slice(10, 20).join(''));
    expect(await told(memory)).toEqual(await told());
    expect(JSON.stringify(await told(memory))).toContain('one\\ntwo');
  });

  const rewritten: [string, () => void][] = [
    [
      'another file in its place',
      () => {
        writeFileSync(`${path}.new`, [line(0, 'another'), ...LINES.slice(1)].join(''));
        renameSync(`${path}.new`, path);
      },
    ],
    ['written anew and longer', () => writeFileSync(path, [line(0, 'something longer'), ...LINES.slice(1)].join(''))],
    ['written anew and shorter', () => writeFileSync(path, LINES.slice(0, 500).join(''))],
    [
      'changed in its middle',
      () => writeFileSync(path, [...LINES.slice(0, 900), line(900, 'changed'), ...LINES.slice(901)].join('')),
    ],
    ['another one of the same length', () => writeFileSync(path, LINES.join('').replaceAll('text', 'word'))],
    ['cut to nothing, then begun anew', () => writeFileSync(path, line(0, 'new'))],
  ];
  it.each(rewritten)('is read whole when it is %s', async (_, rewrite) => {
    const memory = new ReadMemory();
    writeFileSync(path, LINES.slice(0, 2_500).join(''));
    await told(memory);
    rewrite();
    expect(await told(memory)).toEqual(await told());
  });
});
