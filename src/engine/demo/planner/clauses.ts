/** A quoted text: fenced, in backticks, or in double quotes of either kind. */
const QUOTES = /```[\s\S]*?```|`[^`\n]*`|"[^"]*"|“[^”]*”/g;

/** Words that may begin a directive. A comma or an "and" before one of them begins a new clause. */
const VERBS =
  'read|open|look|get|list|show|search|find|grep|replace|change|rename|swap|write|create|make|add|append|insert|run|execute|fix|repair|explain|summari[sz]e|describe|tell|document|fork|implement|edit|fill|stop|report|say|sum';

const CONNECTOR = new RegExp(
  String.raw`\s*(?:[,;]|\band\b|\bthen\b)\s*(?:(?:and|then|so|please|also|finally|next|afterwards)\s+)*(?=(?:${VERBS})\b)`,
  'gi',
);

const SENTENCE_END = /(?<=[.!?])\s+(?=\S)/;

const LEAD_IN =
  /^(?:(?:first(?: of all)?|then|next|finally|afterwards|after that|please|also|now|and|so|but|ok(?:ay)?|(?:can|could|would) you|i(?: would|'d) like you to|i want you to|you should|let's|let us|instead)\b[\s,:]*)+/i;

const BULLET = /^\s*(?:\d+[.)]|\(?[a-z\d][.)]|[-*•])\s+/i;

/**
 * Cuts an instruction into clauses, one directive each. Quoted text is never cut. "Read a.md, then run the tests" gives
 * two clauses; "replace `x` with `y` and `z`" stays one, since no verb follows the "and".
 */
export function clausesOf(instruction: string): string[] {
  const quotes: string[] = [];
  // A fenced block belongs to the line that announces it.
  const joined = instruction.replaceAll(/\s*\n(```[\s\S]*?```)/g, ' $1');
  const masked = joined.replaceAll(QUOTES, (quote) => {
    quotes.push(quote);
    return `\u{e000}${quotes.length - 1}\u{e001}`;
  });
  return masked
    .split(/\n+/)
    .flatMap((line) => line.replace(BULLET, '').split(SENTENCE_END))
    .flatMap((sentence) => sentence.split(CONNECTOR))
    .map((clause) => clause.trim().replace(LEAD_IN, '').trim())
    .map((clause) => clause.replace(/[.,;!]+$/, ''))
    .map((clause) => clause.replaceAll(/\u{e000}(\d+)\u{e001}/gu, (_, index) => quotes[Number(index)] ?? ''))
    .filter((clause) => clause !== '');
}

/** The inside of the first quoted text, or undefined. A fence's language line is left out. */
export function quotedIn(text: string): string | undefined {
  return quotedAll(text)[0];
}

export function quotedAll(text: string): string[] {
  return [...text.matchAll(QUOTES)].map(([quote]) =>
    quote.startsWith('```') ? quote.slice(3, -3).replace(/^[\w-]*\n/, '') : quote.slice(1, -1),
  );
}

const FILE = /(?:[\w@.-]+\/)*[\w@-]+(?:\.[\w-]+)+|\b(?:README|LICENSE|CHANGELOG|CONTRIBUTING|Makefile|Dockerfile)\b/gi;

/** Names of files in a text, in order: "src/a.js", "package.json", "README". */
export function filesIn(text: string): string[] {
  return [...text.matchAll(FILE)].map(([name]) => name).filter((name) => !/^\d+(\.\d+)+$/.test(name));
}
