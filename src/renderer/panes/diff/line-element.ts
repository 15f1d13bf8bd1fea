/** The row of the viewer's table that shows a line of one side, in whichever form it draws; null when it is not there. */
export function lineElement(body: HTMLElement, side: 'old' | 'new', line: number): HTMLElement | null {
  const number =
    body.querySelector(`[data-line-${side}-num="${line}"]`) ??
    body.querySelector(`[data-side="${side}"] [data-line-num="${line}"]`);
  return number?.closest('tr') ?? null;
}
