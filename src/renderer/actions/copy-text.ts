import { faultStore } from '../stores/fault-store.ts';

/** Puts a text on the clipboard; a refusal is shown like any other fault, and answered with false. */
export async function copyText(text: string): Promise<boolean> {
  if (copiedBySelection(text)) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const message = `The clipboard refused the text. Select and copy it by hand: ${text}`;
    faultStore.getState().report({ code: 'clipboard', message }, null);
    return false;
  }
}

/**
 * The way that needs no permission: the window denies all of the browser's, also the one for the clipboard. True when it
 * worked, which it does while a press or a key is being handled.
 */
function copiedBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const copied = document.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
