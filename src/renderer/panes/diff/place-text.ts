/** A place in a diff as `openAt` names it: a file's path, and a line of it where one is meant. */
export interface DiffPlace {
  readonly path: string;
  readonly at: { readonly side: 'old' | 'new'; readonly line: number } | null;
}

/** A sign that paths hardly ever hold, and lines never. */
const JOINT = '\n';

export function diffPlaceText({ path, at }: DiffPlace): string {
  return at === null ? path : `${path}${JOINT}${at.side} ${at.line}`;
}

export function parseDiffPlace(text: string): DiffPlace {
  const cut = text.lastIndexOf(JOINT);
  const [, side, line] = /^(old|new) (\d+)$/.exec(text.slice(cut + 1)) ?? [];
  if (cut < 0 || (side !== 'old' && side !== 'new')) return { path: text, at: null };
  return { path: text.slice(0, cut), at: { side, line: Number(line) } };
}
