const PARTS: { readonly [part: string]: string } = {
  mod: 'CommandOrControl',
  shift: 'Shift',
  alt: 'Alt',
  space: 'Space',
  enter: 'Return',
  escape: 'Escape',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
};

/** A key as the platform's menus write it; null for one that a menu must not claim (plain letters are for the tree). */
export function acceleratorOf(keys: string): string | null {
  const parts = keys.toLowerCase().split('+');
  if (!parts.includes('mod') && !parts.includes('alt')) return null;
  return parts.map((part) => PARTS[part] ?? part.toUpperCase()).join('+');
}
