import { z } from 'zod';

/** An error that a service put into words, with what matters drawn out of it. */
export interface ApiRefusal {
  /** HTTP status; null when the body named none that is known. */
  readonly code: number | null;
  readonly message: string;
  /** Machine words beside the message: types, codes, reasons, quota ids. */
  readonly words: readonly string[];
  /** Milliseconds that the body asks to wait. */
  readonly retryAfterMs: number | null;
}

const detailSchema = z.looseObject({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.looseObject({ quotaId: z.string().optional() })).optional(),
});

const refusalSchema = z.object({
  error: z.looseObject({
    code: z.number().optional(),
    status: z.string().optional(),
    message: z.string().default(''),
    details: z.array(z.unknown()).default([]),
  }),
});

// google.rpc.Code and the HTTP statuses that Google's APIs map them to.
const HTTP_STATUS: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNKNOWN: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** Reads an error body of Google's APIs, also when it stands in an array; null when the text is no such error. */
export function parseRefusal(text: string): ApiRefusal | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = refusalSchema.safeParse(Array.isArray(value) ? value[0] : value);
  if (!parsed.success) return null;
  const { code, status = '', message, details: raw } = parsed.data.error;
  const details = raw.flatMap((detail) => {
    const known = detailSchema.safeParse(detail);
    return known.success ? [known.data] : [];
  });
  const delay = details.find((detail) => detail.retryDelay !== undefined)?.retryDelay;
  return {
    code: code !== undefined && code >= 400 && code < 600 ? code : (HTTP_STATUS[status] ?? null),
    message,
    words: details.flatMap(({ reason, violations = [] }) => [
      ...(reason === undefined ? [] : [reason]),
      ...violations.flatMap(({ quotaId }) => quotaId ?? []),
    ]),
    retryAfterMs: secondsIn(delay, /^([\d.]+)s$/) ?? secondsIn(message, /retry in ([\d.]+) ?s/i),
  };
}

function secondsIn(text: string | undefined, pattern: RegExp): number | null {
  const seconds = Number(text?.match(pattern)?.[1]);
  return Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : null;
}

/**
 * The last event of a stream, if `parse` finds an error in it: a service may break off with one under a status of 200.
 */
export function refusalAtEnd(streamTail: string, parse: (text: string) => ApiRefusal | null): ApiRefusal | null {
  const last = streamTail.split(/\r?\n\r?\n/).findLast((event) => event.trim() !== '');
  if (last === undefined) return null;
  const data = last.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return parse(data.length > 0 ? data.join('\n') : last.trim());
}
