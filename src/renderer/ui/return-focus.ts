/**
 * Gives the focus back to what had it before a menu or a dialog opened. Where the chosen entry leads may have it already
 * (a name that is being written, say): then it stays there.
 */
export function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}
