import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventBody } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, user } from '../../core/session/testing/event-maker.ts';
import { EventLog, StorageError } from './event-log.ts';
import { LogError, readLog, stateOf } from './read-log.ts';

let folder: string;
let path: string;
const clock = () => 7;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkscope-log-'));
  path = join(folder, 'events.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const said = (text: string): EventBody => ({
  type: 'message-added',
  branch: 'root',
  author: 'person',
  message: user(`m-${text.length}`, text),
});

function write(bodies: readonly EventBody[]) {
  const log = EventLog.create(path, clock);
  const events = bodies.map((body) => log.append(body));
  log.close();
  return events;
}

describe('EventLog', () => {
  it('reads back what was appended, line by line, whatever the text holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), async (texts) => {
        writeFileSync(path, '');
        const events = write([SESSION_CREATED, branchCreated('root'), ...texts.map(said)]);
        expect((await readLog(path)).events).toEqual(events);
      }),
      { numRuns: 30 },
    );
  });

  it('gives the same state after a kill at any byte and a reopening', async () => {
    const events = write([SESSION_CREATED, branchCreated('root'), said('one'), said('zwei ü'), said('three')]);
    const whole = readFileSync(path);
    const ends = [...whole.keys()].filter((index) => whole[index] === 0x0a);
    const header = (ends[0] ?? 0) + 1;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: header, max: whole.length }), async (cut) => {
        writeFileSync(path, whole.subarray(0, cut));
        const read = await readLog(path);
        const complete = ends.filter((end) => end < cut).length;
        expect(stateOf(read)).toEqual(fold(EMPTY_SESSION, events.slice(0, complete)));
        const log = EventLog.reopen(path, read, clock);
        const next = log.append(said('after'));
        log.close();
        const again = await readLog(path);
        expect(again.events).toEqual([...events.slice(0, complete), next]);
        expect(again.problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a torn last line in a file beside the log', async () => {
    write([SESSION_CREATED]);
    appendFileSync(path, '{"seq":2,"ty');
    EventLog.reopen(path, await readLog(path), clock).close();
    expect(readFileSync(`${path}.torn`, 'utf8')).toBe('{"seq":2,"ty\n');
    expect(readFileSync(path, 'utf8')).not.toContain('"seq":2');
  });

  it('goes on numbering behind lines that it does not know', async () => {
    write([SESSION_CREATED, branchCreated('root')]);
    appendFileSync(path, 'nonsense\n{"type":"from-the-future","seq":4,"at":1}\n');
    const read = await readLog(path);
    expect(read.problems.map(({ line }) => line)).toEqual([3, 4]);
    const log = EventLog.reopen(path, read, clock);
    expect(log.append(said('x')).seq).toBe(5);
    log.close();
    expect(readFileSync(path, 'utf8')).toContain('nonsense\n');
  });

  it.runIf(existsSync('/dev/full'))('says in plain words that the disk is full', () => {
    symlinkSync('/dev/full', path);
    const log = EventLog.create(path, clock);
    expect(() => log.append(SESSION_CREATED)).toThrow(StorageError);
    expect(() => log.append(SESSION_CREATED)).toThrow(/the disk is full.*Make room/);
  });

  it('refuses what is no log of ours, and a newer format', async () => {
    await expect(readLog(path)).rejects.toThrow(LogError);
    writeFileSync(path, '{"a":1}\n');
    await expect(readLog(path)).rejects.toThrow(/does not begin with a Forkscope header/);
    writeFileSync(path, `${JSON.stringify({ seq: 1, at: 1, ...SESSION_CREATED, version: 99 })}\n`);
    await expect(readLog(path)).rejects.toThrow(/newer Forkscope/);
  });
});
