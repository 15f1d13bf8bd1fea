const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/;

/** Unix times in seconds, and in milliseconds, are above these; smaller numbers are waits in seconds. */
const EPOCH_SECONDS = 1_000_000_000;
const EPOCH_MS = 1_000_000_000_000;

/**
 * Milliseconds that the headers of a refusal ask to wait, counted from `now` (milliseconds since 1970); null when they
 * say nothing usable. `Retry-After` wins over the reset times of limits, of which only used-up ones count.
 */
export function serverWaitMs(headers: Headers, now: number): number | null {
  const asked = retryAfterMs(headers, now);
  return asked ?? resetMs(headers, now);
}

function retryAfterMs(headers: Headers, now: number): number | null {
  const exact = numberOf(headers.get('retry-after-ms'));
  if (exact !== null) return Math.ceil(exact);
  const header = headers.get('retry-after')?.trim() ?? '';
  const seconds = numberOf(header);
  if (seconds !== null) return Math.ceil(seconds * 1000);
  return /\d/.test(header) && Number.isNaN(Number(header)) ? dateMs(header, now) : null;
}

/** The latest reset of `x-ratelimit-reset[-*]` and `anthropic-ratelimit-*-reset`, past those with something left. */
function resetMs(headers: Headers, now: number): number | null {
  const waits: number[] = [];
  for (const [name, value] of headers) {
    if (!/ratelimit/.test(name) || !/reset/.test(name)) continue;
    const left = numberOf(headers.get(name.replace('reset', 'remaining')));
    if (left !== null && left > 0) continue;
    const wait = resetValueMs(value.trim(), now);
    if (wait !== null) waits.push(wait);
  }
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** A reset as vendors write it: `6m0s`, `20ms`, seconds, a Unix time in seconds or milliseconds, or a date. */
function resetValueMs(value: string, now: number): number | null {
  if (DURATION.test(value)) return durationMs(value);
  const number = numberOf(value);
  if (number === null) return dateMs(value, now);
  if (number >= EPOCH_MS) return Math.max(0, Math.ceil(number - now));
  return number >= EPOCH_SECONDS ? Math.max(0, Math.ceil(number * 1000 - now)) : Math.ceil(number * 1000);
}

/** A duration like `1h2m3.5s` or `20ms` in milliseconds; null when the text is none. */
export function durationMs(text: string): number | null {
  if (!DURATION.test(text)) return null;
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)) {
    total += Number(amount) * (UNIT_MS[unit] ?? 0);
  }
  return Math.ceil(total);
}

function numberOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

function dateMs(text: string, now: number): number | null {
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
