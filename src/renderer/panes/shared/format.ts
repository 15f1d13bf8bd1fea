/** A whole number in groups of three, the same in every locale so that columns line up: `12,345`. */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
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

function pad(value: number): string {
  return value.toString().padStart(2, '0');
}
