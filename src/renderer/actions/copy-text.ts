import { faultStore } from '../stores/fault-store.ts';

/** Puts a text on the clipboard; a refusal is shown like any other fault. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const message = `The clipboard refused the text. Select and copy it by hand: ${text}`;
    faultStore.getState().report({ code: 'clipboard', message }, null);
  }
}
