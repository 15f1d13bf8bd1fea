const LONGEST_EXCERPT = 300;

/** A foreign text as it may stand in a sentence: one line, at most 300 characters, without the secret. */
export function excerpt(text: string, secret: string): string {
  const clean = (secret === '' ? text : text.replaceAll(secret, '[key]')).replace(/[\s\p{C}]+/gu, ' ').trim();
  return clean.length > LONGEST_EXCERPT ? `${clean.slice(0, LONGEST_EXCERPT)}…` : clean;
}

/** A wait in milliseconds as people say it: seconds up to two minutes, then minutes, then hours, rounded up. */
export function waitInWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** The system's or the HTTP client's code for a failure, searched through its causes; '' when there is none. */
export function errorCode(thrown: unknown): string {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    // Several addresses were tried: `localhost` as IPv6 and IPv4, for example.
    if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  }
  return '';
}
