import { withoutStrings } from './code-insight.ts';
import type { Evidence } from './evidence.ts';

/** One small change to a source file that might be the repair. */
export interface Candidate {
  /** The file's whole text with the change in it. */
  readonly content: string;
  /** From 1. */
  readonly line: number;
  /** E.g. "`Math.round` → `Math.floor`". */
  readonly what: string;
  readonly score: number;
}

interface Rule {
  readonly pattern: RegExp;
  /** What may stand instead, and how likely it is given the evidence (0: never). */
  readonly variants: (
    found: string,
    evidence: Evidence,
  ) => readonly { readonly text: string; readonly score: number }[];
}

const byOne = (evidence: Evidence) => evidence.kind === 'number' && Math.abs(evidence.expected - evidence.actual) === 1;
const tooHigh = (evidence: Evidence) => evidence.kind === 'number' && evidence.actual > evidence.expected;

const RULES: readonly Rule[] = [
  {
    pattern: /\bMath\.(?:round|floor|ceil)\b/g,
    variants: (found, evidence) => {
      const down = ['Math.floor', 'Math.round'];
      const order = tooHigh(evidence) ? down : ['Math.ceil', 'Math.round', 'Math.floor'];
      return order
        .filter((text) => text !== found)
        .slice(0, 1)
        .map((text) => ({ text, score: byOne(evidence) ? 6 : 3 }));
    },
  },
  {
    pattern: /(?<![<>=!])(?:<=|>=|<|>)(?![<>=])/g,
    variants: (found, evidence) => {
      const swapped = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }[found] ?? found;
      return [{ text: swapped, score: evidence.kind === 'boolean' ? 6 : byOne(evidence) ? 4 : 2 }];
    },
  },
  {
    pattern: /\s[+-] 1\b(?!\.)/g,
    variants: (found, evidence) => {
      const opposite = found.includes('+') ? found.replace('+', '-') : found.replace('-', '+');
      const score = byOne(evidence) ? 5 : 2;
      return [
        { text: '', score },
        { text: opposite, score: score - 1 },
      ];
    },
  },
  {
    pattern: /(?<=[\w)\]] )[-+*/](?= [\w(])/g,
    variants: (found, evidence) => {
      const other = { '+': '-', '-': '+', '*': '/', '/': '*' }[found] ?? found;
      return [{ text: other, score: evidence.kind === 'number' && !byOne(evidence) ? 4 : 2 }];
    },
  },
  {
    pattern: /&&|\|\|/g,
    variants: (found, evidence) => [{ text: found === '&&' ? '||' : '&&', score: evidence.kind === 'boolean' ? 5 : 1 }],
  },
  {
    pattern: /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g,
    variants: (found, evidence) => {
      if (evidence.kind !== 'number') return [];
      const { actual, expected } = evidence;
      const shifted = Number(found) + expected - actual;
      const scaled = actual === 0 ? Number.NaN : (Number(found) * expected) / actual;
      const variants = [{ text: tidy(shifted), score: Number(found) === actual ? 7 : 2 }];
      if (Number.isFinite(scaled) && scaled !== shifted)
        variants.push({ text: tidy(scaled), score: byOne(evidence) ? 1 : 3 });
      return variants.filter(({ text }) => text !== found && !text.startsWith('-'));
    },
  },
];

function tidy(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/**
 * Small changes inside the lines [start, end) of a file, the likeliest first: rounding, comparisons, off by one,
 * arithmetic, logic, constants, and a text that stands there word for word.
 */
export function candidatesIn(content: string, start: number, end: number, evidence: Evidence): Candidate[] {
  const lines = content.split('\n');
  const candidates: Candidate[] = [];
  for (let index = start; index < Math.min(end, lines.length); index += 1) {
    const line = lines[index] ?? '';
    const code = withoutStrings(line);
    const put = (at: number, found: string, text: string, score: number) => {
      const changed = line.slice(0, at) + text + line.slice(at + found.length);
      const next = [...lines.slice(0, index), changed, ...lines.slice(index + 1)].join('\n');
      const what = `\`${found.trim()}\` → ${text === '' ? 'nothing' : `\`${text.trim()}\``}`;
      candidates.push({ content: next, line: index + 1, what, score });
    };
    for (const { pattern, variants } of RULES) {
      for (const match of code.matchAll(pattern)) {
        for (const { text, score } of variants(match[0], evidence)) put(match.index, match[0], text, score);
      }
    }
    if (evidence.kind === 'text' && evidence.actual.length > 2) {
      const at = line.indexOf(evidence.actual);
      if (at >= 0) put(at, evidence.actual, evidence.expected, 8);
    }
  }
  return candidates.sort((a, b) => b.score - a.score || a.line - b.line);
}
