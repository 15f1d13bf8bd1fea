import type { HoldPlan } from '../fork/hold.ts';
import { costOfRequest, type ModelPrice } from '../session/cost.ts';
import { grouped } from '../session/number-text.ts';
import type { CacheRules } from './cache-rules.ts';
import type { Divergence } from './segments.ts';
import { formatClock } from './time-text.ts';

/** What is known of a launch before its first request leaves. Bytes are UTF-8, times milliseconds. */
export interface LaunchQuestion {
  readonly count: number;
  /** Bytes of the parent's request that the forks could begin with, and how many of them they do begin with. */
  readonly promisedBytes: number;
  readonly sharedBytes: number;
  /** Where they part from it; null when all of it is shared. */
  readonly divergence: Divergence | null;
  /** Bytes that all siblings send beyond the shared ones, their directives not counted. */
  readonly tailBytes: number;
  /** Tokens of one byte, as the provider counted the parent's request, or by rule of thumb. */
  readonly tokensPerByte: number;
  readonly rules: CacheRules;
  /** For how long nothing has used the parent's cache entry; null when there is none. */
  readonly idleMs: number | null;
  readonly hold: HoldPlan;
  readonly price: ModelPrice | null;
}

/** What the first requests of a launch will take from the cache, and cost, all forks together and answers not counted. */
export interface LaunchEstimate {
  readonly count: number;
  /** Tokens that each fork shares with its parent, and those that it sends beyond them. */
  readonly tokensShared: number;
  readonly tokensNew: number;
  readonly isWarm: boolean;
  /** Milliseconds until the entry goes cold; 0 when it is, null when there is none. */
  readonly coldInMs: number | null;
  /** Whether the others wait for the first fork, and why or why not. */
  readonly isHeld: boolean;
  readonly holdReason: string;
  /** USD when the parent's entry is read, and when nothing is; null when the price is unknown. */
  readonly costWarm: number | null;
  readonly costCold: number | null;
  /** One plain sentence when the launch costs more than it should: its prefix breaks, is cold, or nothing is shared. */
  readonly warning: string | null;
  /** One plain sentence when warmth is of no use: what is shared is too little for this model's cache. */
  readonly note: string | null;
}

/** Tokens of a byte where no provider has counted any: four bytes a token is the usual rule of thumb. */
export const RULE_OF_THUMB_TOKENS_PER_BYTE = 1 / 4;

export function estimateLaunch(question: LaunchQuestion): LaunchEstimate {
  const { count, rules, idleMs, hold, tokensPerByte } = question;
  const tokens = (bytes: number) => Math.round(bytes * tokensPerByte);
  const tokensShared = tokens(question.sharedBytes);
  const tokensNew = tokens(question.tailBytes);
  const isWarm = idleMs !== null && idleMs <= rules.ttlMs;
  const costs = {
    warm: inputCost(question, tokensShared, tokensShared, tokensNew),
    cold: inputCost(question, 0, tokensShared, tokensNew),
  };
  return {
    count,
    tokensShared,
    tokensNew,
    isWarm,
    coldInMs: idleMs === null ? null : Math.max(0, rules.ttlMs - idleMs),
    isHeld: hold.hold,
    holdReason: hold.reason,
    costWarm: costs.warm,
    costCold: costs.cold,
    warning: warningOf(question, { isWarm, tokensShared, tokensNew, costs }),
    note: noteOf(tokensShared, rules.minimumTokens),
  };
}

/** USD of all first requests when `cached` of the `shared` tokens are read by everyone from the parent's entry. */
function inputCost({ count, hold, price, rules }: LaunchQuestion, cached: number, shared: number, fresh: number) {
  const input = shared + fresh;
  const least = rules.minimumTokens ?? 0;
  const one = (read: number) => {
    const cacheRead = read >= least ? read : 0;
    return costOfRequest({ input, cacheRead, cacheWrite: input - cacheRead, output: 0, thoughts: 0 }, price);
  };
  const first = one(cached);
  const others = one(hold.hold ? input : cached);
  return first === null || others === null ? null : first + (count - 1) * others;
}

interface Parts {
  readonly isWarm: boolean;
  readonly tokensShared: number;
  readonly tokensNew: number;
  readonly costs: { readonly warm: number | null; readonly cold: number | null };
}

function warningOf(question: LaunchQuestion, { isWarm, tokensShared, tokensNew, costs }: Parts): string | null {
  const { promisedBytes, sharedBytes, divergence, idleMs, rules, tokensPerByte, count } = question;
  const forks = count === 1 ? 'This fork' : `These ${count} forks`;
  if (promisedBytes === 0) return `${forks} share nothing with the parent: it has not sent a request yet.`;
  if (divergence !== null && sharedBytes < promisedBytes) {
    const lost = Math.round((promisedBytes - sharedBytes) * tokensPerByte);
    const whole = inputCost(question, tokensShared + lost, tokensShared + lost, Math.max(0, tokensNew - lost));
    const { path, byte, cause } = divergence;
    return `${forks} would break the prefix at ${path}, byte ${byte}: ${cause}. About ${grouped(lost)} tokens would be paid again${instead(costs.warm, whole)}.`;
  }
  if (isWarm) return null;
  const why =
    idleMs === null
      ? 'no answered request has left an entry in the cache'
      : `nothing has used the prefix for ${formatClock(idleMs)}, and the cache keeps it for ${formatClock(rules.ttlMs)}`;
  return `${forks} would start cold: ${why}. About ${grouped(tokensShared)} tokens would be paid at full price${instead(costs.cold, costs.warm)}.`;
}

function noteOf(tokensShared: number, minimumTokens: number | null): string | null {
  if (minimumTokens === null || tokensShared === 0 || tokensShared >= minimumTokens) return null;
  return `This model caches nothing below ${grouped(minimumTokens)} tokens, so what is shared is paid at full price.`;
}

function instead(cost: number | null, better: number | null): string {
  if (cost === null || better === null) return ' (price unknown)';
  return `, about $${cost.toFixed(4)} instead of $${better.toFixed(4)}`;
}
