const KIB = 1024;

/** `812 B`, `4.1 kB`, `2.3 MB`: decimal point of one digit, steps of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(1)} kB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** A whole number with thin groups, the same in every locale so that columns line up: `12,345`. */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `3 files`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Milliseconds as a person reads them: `84 ms`, `2.4 s`, `1:05 min`, `1:02 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)} min`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)} h`;
}

/** Wall-clock time of an event (milliseconds since 1970) in the person's time zone: `14:03:09`. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** USD; small sums keep four digits, an unknown price is never shown as zero. */
export function formatCost(usd: number | null): string {
  if (usd === null) return 'price unknown';
  if (usd === 0) return '$0';
  if (usd < 0.00005) return '<$0.0001';
  return usd < 1 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`;
}

/** A share from 0 to 1 as a whole percentage; never rounds up to 100 % or down to 0 % what is not. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 100 && share < 1) return '99 %';
  if (percent === 0 && share > 0) return '<1 %';
  return `${percent} %`;
}

function pad(value: number): string {
  return value.toString().padStart(2, '0');
}
