/** A whole number with a comma between thousands, the same on every machine. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
