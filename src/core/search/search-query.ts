import type { BranchStatus } from '../session/events.ts';

/** What is looked for: words, and what the place must be like. */
export interface SearchQuery {
  /** Lower case; empty when only filters were given. They stand in the text as they are here, blanks included. */
  readonly words: string;
  readonly tool: string | null;
  readonly file: string | null;
  readonly branch: string | null;
  readonly state: BranchStatus | null;
  readonly is: SearchQuality | null;
  /** USD of a branch. */
  readonly cost: { readonly over: boolean; readonly usd: number } | null;
}

export type SearchQuality = 'failed' | 'denied' | 'interrupted' | 'fork' | 'subagent';

export type ParsedQuery =
  | { readonly ok: true; readonly query: SearchQuery }
  /** One sentence that says what is wrong, and what to write instead. */
  | { readonly ok: false; readonly message: string };

/** The filters, for the help of the search field. */
export const SEARCH_FILTERS: readonly { readonly example: string; readonly meaning: string }[] = [
  { example: 'tool:bash failed', meaning: 'calls of a tool; with “failed”, those that failed or speak of it' },
  { example: 'file:src/a.ts', meaning: 'calls that name a file' },
  { example: 'branch:tests', meaning: 'only in branches of that name' },
  { example: 'is:failed', meaning: 'failed branches, calls and requests; also denied, interrupted, fork, subagent' },
  { example: 'state:running', meaning: 'branches in a state' },
  { example: 'cost>0.10', meaning: 'branches that cost more, or less (<), in dollars' },
  { example: '"exact words"', meaning: 'words with a sign that a filter has' },
];

const STATES: readonly BranchStatus[] = [
  'starting',
  'held',
  'running',
  'waiting',
  'paused',
  'completed',
  'failed',
  'interrupted',
];
const QUALITIES: readonly SearchQuality[] = ['failed', 'denied', 'interrupted', 'fork', 'subagent'];
/** What people write for a filter that has another name. */
const NEARLY: { readonly [key: string]: string } = {
  tools: 'tool',
  files: 'file',
  path: 'file',
  branches: 'branch',
  status: 'state',
  states: 'state',
  price: 'cost',
};

const NOTHING: SearchQuery = { words: '', tool: null, file: null, branch: null, state: null, is: null, cost: null };
/** A quoted text, a filter with a plain or quoted value, or a word. */
const TOKEN = /"([^"]*)"|([a-z]+)(:|>=?|<=?|=)("[^"]*"|\S*)|\S+/giy;

export function parseSearch(text: string): ParsedQuery {
  let query = NOTHING;
  const words: string[] = [];
  for (const token of tokensOf(text)) {
    const taken = token.key === null ? null : takeFilter(query, token.key, token.sign, token.value);
    if (typeof taken === 'string') return { ok: false, message: taken };
    if (taken === null) words.push(token.text);
    else query = taken;
  }
  return { ok: true, query: { ...query, words: words.join(' ').toLowerCase() } };
}

/** True when more than words are asked for: then calls and branches are looked at, and not only messages. */
export function hasFilters({ tool, file, state, is, cost }: SearchQuery): boolean {
  return tool !== null || file !== null || state !== null || is !== null || cost !== null;
}

interface Token {
  readonly text: string;
  readonly key: string | null;
  readonly sign: string;
  readonly value: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) break;
    at = pattern.lastIndex;
    const [whole, quoted, key, sign = '', value = ''] = match;
    tokens.push({
      text: quoted ?? whole,
      key: quoted === undefined ? (key?.toLowerCase() ?? null) : null,
      sign,
      value: value.replaceAll('"', ''),
    });
  }
  return tokens;
}

/** The query with a filter more, a sentence about what is wrong with it, or null when it is no filter but words. */
function takeFilter(query: SearchQuery, key: string, sign: string, value: string): SearchQuery | string | null {
  if (key === 'cost') return takeCost(query, sign, value);
  if (sign !== ':') return null;
  const right = NEARLY[key];
  if (right !== undefined && value !== '')
    return `There is no filter ${key}:. Write ${right === 'cost' ? 'cost>0.10' : `${right}:${value}`}.`;
  const lower = value.toLowerCase();
  if (key === 'tool' || key === 'file' || key === 'branch') {
    if (value === '') return `Say which ${key} after ${key}:, as in ${EXAMPLES[key]}.`;
    return { ...query, [key]: lower.replaceAll('\\', '/') };
  }
  if (key === 'state') {
    const state = STATES.find((each) => each === lower);
    return state ? { ...query, state } : `There is no state "${value}". Choose one of ${STATES.join(', ')}.`;
  }
  if (key === 'is') {
    const is = QUALITIES.find((each) => each === lower);
    return is ? { ...query, is } : `is: does not know "${value}". Choose one of ${QUALITIES.join(', ')}.`;
  }
  return null;
}

const EXAMPLES = { tool: 'tool:bash', file: 'file:src/a.ts', branch: 'branch:tests' } as const;

function takeCost(query: SearchQuery, sign: string, value: string): SearchQuery | string {
  const usd = Number(value.replace(/^\$/, ''));
  const isNumber = value !== '' && Number.isFinite(usd) && usd >= 0;
  if (!isNumber || sign === ':' || sign === '=') return 'Compare the cost with dollars, as in cost>0.10 or cost<1.';
  return { ...query, cost: { over: sign.startsWith('>'), usd } };
}
