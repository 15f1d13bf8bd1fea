import { rawRanges, readText } from './control-sequences.ts';
import { findNamedValues } from './named-values.ts';
import { findOwn } from './own-patterns.ts';
import { findEmails, findHomePaths } from './personal.ts';
import { findPrivateKeys } from './private-keys.ts';
import { type Finding, SECRET_KINDS } from './secret-kinds.ts';
import { findTokens } from './token-shapes.ts';

export interface FindOptions {
  /** A person's own patterns, made ready by `checkPattern`. */
  readonly patterns: readonly RegExp[];
  /** Folders that are known to be somebody's home, beside those that look like one. */
  readonly homes: readonly string[];
}

/** No secret is shorter. */
const SHORTEST = 5;

/**
 * The places of a text that hold secrets, in order, without overlap. Takes time in proportion to the text's length. What a
 * terminal shows is searched as it reads there: colours in the middle of a secret do not hide it.
 */
export function findSecrets(raw: string, options: FindOptions): Finding[] {
  const read = readText(raw);
  if (!read) return merged(findIn(raw, options));
  // A colour can also be all that parts a secret from the word before it, and a link's address is not shown at all.
  const shown = rawRanges(merged(findIn(read.text, options, read.starts)), read);
  return merged([...shown, ...findIn(read.blanked, options)]);
}

function findIn(text: string, { patterns, homes }: FindOptions, starts: readonly number[] = []): Finding[] {
  const own = findOwn(text, patterns);
  if (text.length < SHORTEST) return own;
  return [
    ...findPrivateKeys(text),
    ...findTokens(text, starts),
    ...findNamedValues(text),
    ...own,
    ...findEmails(text),
    ...findHomePaths(text, homes),
  ];
}

/** Of findings that overlap one is made, with the more telling kind: no half of a secret may be left. */
function merged(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  findings.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Finding[] = [];
  for (const finding of findings) {
    const last = result.at(-1);
    if (!last || finding.start >= last.end) {
      result.push(finding);
      continue;
    }
    const kind = SECRET_KINDS.indexOf(finding.kind) < SECRET_KINDS.indexOf(last.kind) ? finding.kind : last.kind;
    result[result.length - 1] = { kind, start: last.start, end: Math.max(last.end, finding.end) };
  }
  return result;
}
