/** What one block of a message's content is, as far as a cache marker goes. */
export type BlockKind = 'text' | 'image' | 'result' | 'call' | 'thinking';

/** One message of a request, in the provider's own blocks. */
export interface PlannedMessage {
  readonly role: 'user' | 'model';
  readonly blocks: readonly BlockKind[];
}

/** What a provider's cache does with markers. */
export interface MarkerRules {
  /**
   * Anthropic, DashScope: a marker reads the nearest entry that ends within this many blocks in front of it, whether
   * that place is still marked or not. Null (OpenAI): only marked places are matched, so earlier ones stay marked.
   */
  readonly lookback: number | null;
  /** Most markers in one request. */
  readonly most: number;
  /** Whether the end of the system text may be marked. */
  readonly onSystem: boolean;
  /** Whether the model's own text and calls may be marked. */
  readonly onModel: boolean;
}

/** A block that gets a marker: everything up to its end can be read from the cache by a later request. */
export type Breakpoint =
  | { readonly at: 'system' }
  | { readonly at: 'message'; readonly message: number; readonly block: number };

export interface MarkerQuestion {
  readonly hasSystem: boolean;
  readonly messages: readonly PlannedMessage[];
  /** How many messages, from the first on, are the parent's; 0 for a branch that inherited nothing. */
  readonly sharedMessages: number;
  readonly rules: MarkerRules;
}

/** Anthropic's rules: four markers, each of which looks back 20 blocks. Its documentation gives both numbers. */
export const ANTHROPIC_MARKERS: MarkerRules = { lookback: 20, most: 4, onSystem: true, onModel: true };

/** DashScope's numbers are the same; answers of the model are left unmarked, as its own clients leave them. */
export const DASHSCOPE_MARKERS: MarkerRules = { lookback: 20, most: 4, onSystem: true, onModel: false };

/**
 * OpenAI from GPT-5.6 on writes the latest four marked places and considers the latest 50 to 80 (its guide has named
 * both numbers; the smaller one is safe). Answers of the model cannot be marked.
 */
export const OPENAI_MARKERS: MarkerRules = { lookback: null, most: 50, onSystem: false, onModel: false };

/**
 * Where a request's cache markers go, in the request's order. The places follow from what branches share, never from
 * "the last message" alone: the end of the system text, the end of the parent's last request, the end of what siblings
 * share beyond it (the last block in front of the directive), and the request's own end, from which its next step
 * reads. When more blocks than the lookback were added in one step, the end of the former step is marked too. Where
 * markers are scarce, those nearest to the end win: they hold all that the others hold.
 */
export function planBreakpoints({ hasSystem, messages, sharedMessages, rules }: MarkerQuestion): Breakpoint[] {
  const tail = endOf(messages, messages.length - 1, rules);
  const common = sharedMessages > 0 ? commonEnd(messages, sharedMessages, rules) : null;
  const places: (Place | null)[] = [];
  if (rules.lookback === null) {
    for (let index = messages.length - 1; index >= 0; index--) {
      if (index === sharedMessages) places.push(endOf(messages, index, rules), common);
      else if (messages[index]?.role === 'user') places.push(endOf(messages, index, rules));
    }
  } else {
    const former = endOf(messages, lastRequestEnd(messages, messages.length), rules);
    const farther = tail && former && blocksBetween(messages, former, tail) > rules.lookback;
    const parentEnd = endOf(messages, lastRequestEnd(messages, sharedMessages), rules);
    places.push(tail, farther ? former : null, common, sharedMessages > 0 ? parentEnd : null);
  }
  const chosen = distinct(places).slice(0, rules.most).sort(inOrder);
  const breakpoints = chosen.map(([message, block]): Breakpoint => ({ at: 'message', message, block }));
  const hasRoom = chosen.length < rules.most;
  return hasSystem && rules.onSystem && hasRoom ? [{ at: 'system' }, ...breakpoints] : breakpoints;
}

/** Message and block. */
type Place = readonly [message: number, block: number];

/** The last block of a message that may be marked; null when there is none. */
function endOf(messages: readonly PlannedMessage[], index: number, rules: MarkerRules): Place | null {
  return markableUpTo(messages, index, Number.POSITIVE_INFINITY, rules);
}

/** The last block before the directive, which ends the first message that is a fork's own. */
function commonEnd(messages: readonly PlannedMessage[], shared: number, rules: MarkerRules): Place | null {
  const directive = (messages[shared]?.blocks.length ?? 0) - 1;
  const inFront = directive > 0 ? markableUpTo(messages, shared, directive - 1, rules) : null;
  return inFront ?? endOf(messages, shared - 1, rules);
}

function markableUpTo(
  messages: readonly PlannedMessage[],
  index: number,
  last: number,
  rules: MarkerRules,
): Place | null {
  const message = messages[index];
  if (!message || (message.role === 'model' && !rules.onModel)) return null;
  const block = message.blocks.findLastIndex((kind, at) => at <= last && kind !== 'thinking');
  return block < 0 ? null : [index, block];
}

/** Index of the message that ended the request whose answer is the last one in front of `before`; -1 without one. */
function lastRequestEnd(messages: readonly PlannedMessage[], before: number): number {
  const head = messages.slice(0, before);
  const answer = head.findLastIndex(({ role }) => role === 'model');
  return (answer < 0 ? head : head.slice(0, answer)).findLastIndex(({ role }) => role === 'user');
}

function blocksBetween(messages: readonly PlannedMessage[], from: Place, to: Place): number {
  const before = (message: number) =>
    messages.slice(0, message).reduce((total, { blocks }) => total + blocks.length, 0);
  return before(to[0]) + to[1] - before(from[0]) - from[1];
}

function distinct(places: readonly (Place | null)[]): Place[] {
  const known = new Map<string, Place>();
  for (const place of places) if (place && !known.has(place.join())) known.set(place.join(), place);
  return [...known.values()];
}

function inOrder(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1];
}
