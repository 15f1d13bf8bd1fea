/** A key like `mod+shift+x`, `t`, `?`: `mod` is Command on macOS, Control elsewhere. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export function isMac(): boolean {
  return /mac/i.test(navigator.platform);
}

export function modKeyName(): string {
  return isMac() ? '⌘' : 'Ctrl+';
}

/** True when this press is that key. A sign that needs Shift on some keyboards (`?`) is matched by the sign itself. */
export function matchesKey(press: KeyPress, keys: string, mac: boolean): boolean {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  if (mod !== wants('mod') || otherMod || press.altKey !== wants('alt')) return false;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isSign && press.shiftKey !== wants('shift')) return false;
  // Plus and equals share a key on many keyboards; on the others it has a key of its own.
  const pressed = press.key === '+' ? '=' : press.key.toLowerCase();
  return pressed === (key === 'space' ? ' ' : key);
}

const NAMES: { readonly [key: string]: string } = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: 'Enter',
  space: 'Space',
  home: 'Home',
  end: 'End',
  delete: 'Delete',
  pageup: 'Page up',
  pagedown: 'Page down',
};

/** How a key is written for a person. */
export function keyName(keys: string, mac: boolean): string {
  const parts = keys.split('+').map((part) => {
    if (part === 'mod') return mac ? '⌘' : 'Ctrl';
    if (part === 'shift') return mac ? '⇧' : 'Shift';
    if (part === 'alt') return mac ? '⌥' : 'Alt';
    return NAMES[part] ?? part.toUpperCase();
  });
  return parts.join(mac ? '' : '+');
}
