import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody } from '../session/events.ts';
import { stored } from '../session/testing/event-maker.ts';
import { readText, withoutControlSequences } from './control-sequences.ts';
import { redactEvents } from './redact-event.ts';
import { Redactor } from './redactor.ts';
import { PLAIN_TEXTS, SECRETS } from './testing/secret-corpus.ts';

const LINK = '\u001b]8;;https://tides.dev\u0007';
const OPENERS = [
  '\u001b[1;31m',
  '\u001b[01;31m\u001b[K',
  '\u001b(B\u001b[m',
  '\u009b31m',
  LINK,
  '\\u001b[31m',
  '\\e[1m',
];
const RESET = '\u001b[m\u001b[K';

const redactor = () => new Redactor({ patterns: [], homes: [], keep: new Set() });

const insert = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at);

/** The text with its secret coloured between two places of it. */
function coloured(text: string, secret: string, opener: string, [from, to]: readonly [number, number]): string {
  const start = text.indexOf(secret);
  return insert(insert(text, start + to, RESET), start + from, opener);
}

/** True when a run of 8 characters of the secret, or all of a shorter one, can still be read. */
function isLeft(secret: string, result: string): boolean {
  const shown = withoutControlSequences(result);
  const length = Math.min(8, secret.length);
  return Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length)).some(
    (run) => shown.includes(run) || result.includes(run),
  );
}

function streamed(text: string, cuts: readonly number[]): string {
  const edges = [0, ...[...cuts].sort((a, b) => a - b), text.length];
  const bodies = edges.slice(1).map(
    (end, at): EventBody => ({
      type: 'terminal-data',
      branch: 'root',
      callId: 'c',
      data: text.slice(edges[at], end),
    }),
  );
  return redactEvents(stored(bodies), redactor())
    .map((event) => (event.type === 'terminal-data' ? event.data : ''))
    .join('');
}

describe('a secret with colours', () => {
  it.each(SECRETS)('inside is taken out: $what', ({ text, secret }) => {
    for (const opener of OPENERS) {
      for (const [from, to] of [
        [1, secret.length - 1],
        [2, 5],
        [secret.length >> 1, secret.length],
      ] as const) {
        const result = redactor().text(coloured(text, secret, opener, [from, to]));
        expect([opener, from, isLeft(secret, result)]).toEqual([opener, from, false]);
      }
    }
  });

  it.each(SECRETS)('around is taken out: $what', ({ text, secret }) => {
    for (const opener of OPENERS) {
      const result = redactor().text(coloured(text, secret, opener, [0, secret.length]));
      expect([opener, isLeft(secret, result)]).toEqual([opener, false]);
    }
  });

  it('is taken out of pieces, wherever the cuts are', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...SECRETS),
        fc.constantFrom(...OPENERS),
        fc.tuple(place, place),
        fc.array(place, { maxLength: 8 }),
        ({ text, secret }, opener, [a, b], cuts) => {
          const at = (part: number) => Math.round(part * secret.length);
          const whole = coloured(text, secret, opener, [at(Math.min(a, b)), at(Math.max(a, b))]);
          const result = streamed(
            whole,
            cuts.map((cut) => Math.round(cut * whole.length)),
          );
          expect(result).toBe(redactor().text(whole));
          expect(isLeft(secret, result)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('loses the colours inside and keeps those around', () => {
    const { secret = '' } = SECRETS.find(({ kind }) => kind === 'github-token') ?? {};
    const each = redactor();
    const text = `see \u001b[32m${insert(secret, 9, '\u001b[1m')}\u001b[0m and word\u001b[31m\u001b[K${insert(secret, 2, RESET)}${RESET}.`;
    expect(each.text(text)).toBe(
      `see \u001b[32m[redacted: GitHub token #1]\u001b[0m and word\u001b[31m\u001b[K[redacted: GitHub token #1]${RESET}.`,
    );
    expect(each.secrets.map((found) => [found.secret, found.count])).toEqual([[secret, 2]]);
  });

  it('is found in the address of a link', () => {
    const { secret = '' } = SECRETS.find(({ kind }) => kind === 'github-token') ?? {};
    expect(redactor().text(`\u001b]8;;https://tides.dev/${secret}\u0007link`)).not.toContain(secret);
  });
});

it.each(PLAIN_TEXTS)('leaves %s alone, colours included', (_, text) => {
  for (const opener of OPENERS) {
    const whole = `${opener}${insert(text, text.indexOf(' ') + 1, opener)}${RESET}\u001b[2J\u001b7 done\u001b[`;
    expect(redactor().text(whole)).toBe(whole);
  }
});

it('reads what a terminal shows', () => {
  expect(readText('plain [31m \\d')).toBeNull();
  expect(
    withoutControlSequences(`\u001b[1;31ma${RESET}b${LINK}c\u001b]8;;\u001b\\d\u001b(Be\u001b=f\u001b[?25lg`),
  ).toBe('abcdefg');
  expect(withoutControlSequences('a\\u001b[31mb\\x1b[0mc\\033[Kd')).toBe('abcd');
});
