import type { Finding } from './secret-kinds.ts';

/**
 * Own patterns are tried on one line at a time, and on overlapping pieces of long lines: whatever they are, that has an
 * end. A match of up to `OVERLAP` characters is found wherever it stands.
 */
const PIECE = 600;
const OVERLAP = 200;
const MAX_PATTERN = 500;
/** Repetitions without a small limit multiply: two of them on one piece are some ten million steps at worst. */
const MAX_LOOPS = 2;
const MAX_CHOICES = 10;

/** A person's pattern, made ready; or one sentence about what is wrong with it. */
export type PatternCheck =
  | { readonly ok: true; readonly pattern: RegExp }
  | { readonly ok: false; readonly message: string };

export function checkPattern(source: string): PatternCheck {
  if (source.trim() === '') return { ok: false, message: 'The pattern is empty. Write what is to be taken out.' };
  if (source.length > MAX_PATTERN)
    return { ok: false, message: `A pattern has ${MAX_PATTERN} characters at most. Make two of it.` };
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, 'gu');
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    return { ok: false, message: `This is no regular expression: ${why}. Correct it.` };
  }
  if (new RegExp(source, 'u').test(''))
    return { ok: false, message: 'This pattern also fits no text at all. Make a part of it obligatory.' };
  const cost = costOf(source);
  if (cost.nested)
    return {
      ok: false,
      message: 'A repeated group must not contain a repetition or a choice: it could take forever. Write it flat.',
    };
  if (cost.loops > MAX_LOOPS || cost.choices > MAX_CHOICES)
    return {
      ok: false,
      message: `A pattern has at most ${MAX_LOOPS} repetitions without a small limit. Write {1,10} in the place of + or *.`,
    };
  return { ok: true, pattern };
}

/** What the patterns match. */
export function findOwn(text: string, patterns: readonly RegExp[]): Finding[] {
  if (patterns.length === 0) return [];
  const found: Finding[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    for (let from = start; from < end; from += PIECE - OVERLAP) {
      findInPiece(text.slice(from, Math.min(end, from + PIECE)), from, patterns, found);
      if (from + PIECE >= end) break;
    }
    start = end + 1;
  }
  return found;
}

function findInPiece(piece: string, from: number, patterns: readonly RegExp[], found: Finding[]): void {
  for (const pattern of patterns) {
    for (const { index, 0: whole } of piece.matchAll(pattern)) {
      if (whole !== '') found.push({ kind: 'own', start: from + index, end: from + index + whole.length });
    }
  }
}

interface PatternCost {
  /** True when a group that is repeated repeats or chooses inside: `(a+)+`, `(a|ab)*`. */
  readonly nested: boolean;
  /** Repetitions without a small limit, and all other places where a match can go on in two ways. */
  readonly loops: number;
  readonly choices: number;
}

const BIG = 10;

function costOf(source: string): PatternCost {
  const open: { loops: boolean }[] = [];
  let [nested, loops, choices] = [false, 0, 0];
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') {
      open.push({ loops: false });
      if (source[at + 1] === '?') at++;
    } else if (character === ')') {
      const group = open.pop();
      const most = mostOf(source.slice(at + 1));
      nested ||= group?.loops === true && most > 1;
      const outer = open.at(-1);
      if (outer && (group?.loops || most > 1)) outer.loops = true;
    } else {
      const most = mostOf(source.slice(at));
      if (most > BIG) loops++;
      else if (most > 0) choices++;
      const inner = open.at(-1);
      if (inner && (most > 1 || character === '|')) inner.loops = true;
      if (character === '|') choices++;
      if (most > 0 && source[at + 1] === '?') at++;
    }
  }
  return { nested, loops, choices };
}

/** How often the quantifier at the start of a text repeats at most; 0 when there is none, or it has one way only. */
function mostOf(text: string): number {
  if (/^[*+]/.test(text)) return Number.POSITIVE_INFINITY;
  if (text.startsWith('?')) return 1;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(text) ?? [];
  if (least === undefined) return 0;
  if (comma === '') return 0;
  return most === '' ? Number.POSITIVE_INFINITY : Number(most);
}
