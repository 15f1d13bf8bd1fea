import { clausesOf } from './clauses.ts';

/** What an instruction wants done before the forks, and what each of them is to do. */
export interface ForkList {
  readonly before: string;
  readonly parts: readonly string[];
}

const CUE = /\bforks?\b|\bin parallel\b|\bside by side\b|\bat the same time\b|\bconcurrently\b/i;
const SIDE_BY_SIDE = /\b(?:in parallel|side by side|at the same time|concurrently)\b/i;
const ITEM = /^\s*(?:\d+[.)]|\([a-z\d]\)|[a-z][.)]|[-*•])\s+(.*)$/i;
const INLINE_ITEM = /\s*(?:\([\da-d]\)|\b\d[.)]|\b[a-d]\))\s+/;

/** Finds a request to fork: a list, or an inline row of parts, that a word such as "fork" or "in parallel" introduces. */
export function forkListIn(instruction: string): ForkList | undefined {
  return blockList(instruction) ?? inlineList(instruction);
}

function blockList(instruction: string): ForkList | undefined {
  const lines = instruction.split('\n');
  const first = lines.findIndex((line) => ITEM.test(line));
  if (first < 0) return undefined;
  const parts: string[] = [];
  for (const line of lines.slice(first)) {
    const [, item] = ITEM.exec(line) ?? [];
    if (item !== undefined) parts.push(item.trim());
    else if (line.trim() === '') break;
    else parts.push(`${parts.pop() ?? ''} ${line.trim()}`);
  }
  const intro = lines.slice(0, first).join('\n');
  if (parts.length < 2 || !CUE.test(intro)) return undefined;
  return { before: beforeCue(intro), parts };
}

function inlineList(instruction: string): ForkList | undefined {
  const cue = CUE.exec(instruction);
  if (!cue) return undefined;
  const rest = instruction.slice(cue.index);
  const colon = /:\s/.exec(rest);
  if (!colon) return sentenceList(instruction);
  const body = rest.slice(colon.index + 1);
  const separator = INLINE_ITEM.test(body) ? INLINE_ITEM : /;\s*/;
  const pieces = body
    .split(separator)
    .map((part) =>
      part
        .trim()
        .replace(/^and\s+/, '')
        .replace(/[;,.]$/, ''),
    )
    .filter((part) => part !== '');
  const parts = pieces.length > 1 ? pieces : clausesOf(body);
  return parts.length < 2 ? undefined : { before: beforeCue(instruction.slice(0, cue.index)), parts };
}

/** "In parallel, run `a` and run `b`", "run `a` and run `b` side by side": the directives of that sentence. */
function sentenceList(instruction: string): ForkList | undefined {
  const sentences = instruction.split(/(?<=[.!?])\s+|\n+/);
  const index = sentences.findIndex((sentence) => SIDE_BY_SIDE.test(sentence));
  const parts = clausesOf((sentences[index] ?? '').replace(SIDE_BY_SIDE, ' ').replace(/^[\s,]+/, ''));
  return parts.length < 2 ? undefined : { before: sentences.slice(0, index).join('\n'), parts };
}

/** The whole sentences that stand before the one with the cue. */
function beforeCue(text: string): string {
  const cue = CUE.exec(text);
  const head = cue ? text.slice(0, cue.index) : text;
  const end = Math.max(
    head.lastIndexOf('. '),
    head.lastIndexOf('\n'),
    head.lastIndexOf('.\n'),
    /(?:,|;)\s*(?:and\s+)?then\s*$/i.exec(head)?.index ?? -1,
  );
  return end < 0 ? '' : head.slice(0, end + 1).trim();
}

/** A few words for a fork's card: the part up to where it goes into detail. Whole words, at most 48 characters. */
export function describePart(part: string): string {
  const [head = part] = part.split(/[:;,](?:\s|$)|\.(?:\s|$)|\s(?:that|which|so|because)\s/);
  const bare = head.replaceAll(/[`*]/g, '').trim();
  const text = bare.charAt(0).toUpperCase() + bare.slice(1);
  if (text.length <= 48) return text;
  return `${text.slice(0, 48).replace(/\s+\S*$/, '')}…`;
}
