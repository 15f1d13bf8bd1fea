// biome-ignore lint/style/noRestrictedImports: the test reads the style sheet as text, which vitest does not load
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/renderer/ui/tokens.css', 'utf8');

/** The hex colours of one rule of the token sheet. */
function tokensOf(selector: string): Map<string, string> {
  const body = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = tokensOf(':root');
const dark = new Map([...light, ...tokensOf(':root[data-theme="dark"]')]);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['--ground', '--surface', '--raised', '--sunken', '--hover', '--accent-soft'];
const TEXTS = ['--text', '--text-2', '--text-3'];
const STATES = [
  '--state-starting',
  '--state-held',
  '--state-running',
  '--state-waiting',
  '--state-paused',
  '--state-completed',
  '--state-failed',
  '--state-interrupted',
  '--cache',
  '--added',
  '--removed',
];

/** AA for text of normal size; large text and graphics would need 3. */
const AA = 4.5;

const lightMore = new Map([...light, ...tokensOf(':root[data-contrast="more"]')]);
const darkMore = new Map([...dark, ...tokensOf(':root[data-contrast="more"][data-theme="dark"]')]);

describe.each([
  ['light', light],
  ['dark', dark],
  ['light high contrast', lightMore],
  ['dark high contrast', darkMore],
])('contrast in the %s theme', (_, tokens) => {
  const ratio = (text: string, surface: string) =>
    contrast(tokens.get(text) ?? '#000000', tokens.get(surface) ?? '#000000');
  const pairs = [
    ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)),
    ...STATES.flatMap((text) => ['--ground', '--surface', '--raised'].map((surface) => [text, surface] as const)),
    ['--accent-text', '--accent'],
    ['--accent-text', '--accent-hover'],
    ['--danger-text', '--danger'],
    ['--danger-text', '--danger-hover'],
    ['--accent', '--accent-soft'],
    ['--text', '--warning-soft'],
    ['--text-2', '--warning-soft'],
    ['--state-waiting', '--warning-soft'],
    ['--text', '--failed-soft'],
    ['--text-2', '--failed-soft'],
    ['--state-failed', '--failed-soft'],
    ['--added', '--added-soft'],
    ['--removed', '--removed-soft'],
  ] as const;

  it.each(pairs)('%s on %s', (text, surface) => {
    expect(tokens.has(text) && tokens.has(surface)).toBe(true);
    expect(ratio(text, surface)).toBeGreaterThanOrEqual(AA);
  });

  it('shows the focus ring on every surface', () => {
    for (const surface of SURFACES) expect(ratio('--focus', surface)).toBeGreaterThanOrEqual(3);
  });
});

describe('high contrast', () => {
  it.each([
    ['light', lightMore],
    ['dark', darkMore],
  ])('reaches AAA in the %s theme for text, states and lines that mean something', (_, tokens) => {
    const ratio = (text: string, surface: string) =>
      contrast(tokens.get(text) ?? '#000000', tokens.get(surface) ?? '#000000');
    for (const surface of ['--ground', '--surface', '--raised']) {
      for (const text of [...TEXTS, ...STATES])
        expect(ratio(text, surface), `${text} on ${surface}`).toBeGreaterThan(7);
      expect(ratio('--line', surface), `--line on ${surface}`).toBeGreaterThan(4.5);
    }
  });
});

it('gives inline code a ground that can be told from what it stands on', () => {
  for (const tokens of [light, dark]) {
    for (const surface of ['--ground', '--surface', '--raised']) {
      const [chip, ground] = [tokens.get('--chip') ?? '', tokens.get(surface) ?? ''];
      expect(contrast(chip, ground), `--chip on ${surface}`).toBeGreaterThan(1.1);
      expect(contrast(tokens.get('--text') ?? '', chip)).toBeGreaterThan(AA);
    }
  }
});

it('knows the extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
