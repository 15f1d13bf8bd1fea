import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../providers/dialect.ts';
import type { Message } from '../session/message.ts';
import { model, user } from '../session/testing/event-maker.ts';
import { type BuiltRequest, RequestBuilder, utf8Length } from './build-request.ts';
import { comparePrefix, differingPath } from './compare.ts';
import { freezeSnapshot, type Snapshot } from './snapshot.ts';

const plain: Dialect = {
  family: 'gemini',
  forkShape: 'acknowledged',
  tools: (tools) => tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  system: (text) => ({ text }),
  message: ({ role, parts }) => ({
    role,
    parts: parts.map((part) => (part.kind === 'text' ? { text: part.text } : part)),
  }),
};
const builder = new RequestBuilder(plain, (text) => createHash('sha256').update(text).digest('hex'));
const snapshot: Snapshot = freezeSnapshot({
  version: 1,
  provider: 'demo',
  model: 'demo-flash',
  systemText: 'Be brief.',
  tools: ['agent', 'bash', 'read_file'].map((name) => ({ name, description: `the ${name}`, parameters: {} })),
  sampling: {},
});
const bytesOf = ({ segments }: BuiltRequest) => Buffer.from(segments.map(({ text }) => text).join(''));
const compare = (a: BuiltRequest, b: BuiltRequest) => comparePrefix(a.segments, b.segments, 'r1', 'parent');

describe('comparePrefix', () => {
  const history: Message[] = [user('u1', 'hällo 🌍'), model('a1', 'hi')];

  it('finds a whole prefix when a request goes on', () => {
    const [before, after] = [builder.build(snapshot, history), builder.build(snapshot, [...history, user('u2', 'on')])];
    expect(compare(before, after)).toEqual({
      against: 'r1',
      relation: 'parent',
      sharedSegments: 4,
      sharedBytes: bytesOf(before).length,
      againstBytes: bytesOf(before).length,
      divergence: null,
    });
  });

  it('names a dropped tool as the cause, at its byte', () => {
    const fewer = freezeSnapshot({ ...snapshot, tools: snapshot.tools.slice(1) });
    const report = compare(builder.build(snapshot, history), builder.build(fewer, history));
    expect(report.divergence).toMatchObject({
      kind: 'tools',
      segment: 0,
      path: 'tools[0].name',
      cause: 'the tool `agent` is missing',
      byte: '[{"name":"'.length,
    });
  });

  it('tells another order and another text of tools apart', () => {
    const [first, ...rest] = snapshot.tools;
    if (!first) throw new Error('the fixture has tools');
    const turned = freezeSnapshot({ ...snapshot, tools: [...rest, first] });
    const retold = freezeSnapshot({ ...snapshot, tools: [{ ...first, description: 'other' }, ...rest] });
    const base = builder.build(snapshot, history);
    expect(compare(base, builder.build(turned, history)).divergence?.cause).toBe('the tools stand in another order');
    expect(compare(base, builder.build(retold, history)).divergence?.path).toBe('tools[0].description');
  });

  it('names the system text and a changed message', () => {
    const base = builder.build(snapshot, history);
    const clock = freezeSnapshot({ ...snapshot, systemText: 'Be brief. It is 10:00.' });
    expect(compare(base, builder.build(clock, history)).divergence).toMatchObject({
      kind: 'system',
      path: 'system.text',
    });
    const edited = builder.build(snapshot, [user('u1', 'hällo 🌎'), model('a1', 'hi')]);
    expect(compare(base, edited).divergence).toMatchObject({ kind: 'message', path: 'messages[0].parts[0].text' });
  });

  it('agrees with a byte-by-byte comparison of what was built', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const make = (texts: string[]) =>
          builder.build(
            snapshot,
            texts.map((text, i) => user(`u${i}`, text)),
          );
        const [one, two] = [make(a), make(b)];
        const [x, y] = [bytesOf(one), bytesOf(two)];
        let at = 0;
        while (at < x.length && at < y.length && x[at] === y[at]) at++;
        const report = compare(one, two);
        // We never cut a character in two, so we may be up to three bytes short of the raw count.
        expect(at - report.sharedBytes).toBeGreaterThanOrEqual(0);
        expect(at - report.sharedBytes).toBeLessThanOrEqual(3 + (a.length < b.length ? 0 : 2));
      }),
    );
  });
});

describe('RequestBuilder', () => {
  it('reuses the bytes of messages and snapshots it has seen', () => {
    const history = [user('u1', 'x'), model('a1', 'y')];
    const [a, b] = [builder.build(snapshot, history), builder.build(snapshot, history)];
    expect(b.chain).toBe(a.chain);
    b.segments.forEach((segment, i) => {
      expect(segment).toBe(a.segments[i]);
    });
  });
});

it('utf8Length counts what an encoder writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

it('differingPath follows the writing order', () => {
  expect(differingPath({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('.a[1].b');
  expect(differingPath({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe('.a');
  expect(differingPath([1, 2], [1])).toBe('[1]');
});
