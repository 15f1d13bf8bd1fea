/*
 * A row of the screen is a string with one UTF-16 unit for each column, so that a column is an index. A character
 * that is two columns wide takes two units: outside the basic plane it has them anyway, inside it is followed by a
 * filler, as is a tab. Marks that take no column (accents, joiners) count as one here; a row with them can be off by
 * some columns where a program moves the cursor by number, and nowhere else.
 */

/** A code point that Unicode promises never to assign. */
const FILLER = '\uffff';
const FILLERS = /\uffff/g;
/** Most output has no character that needs a closer look; asking first is cheaper than replacing nothing. */
const MAYBE_WIDE = /[\u1100-\uffff]/;
const MAYBE_SPECIAL = /[\ud800-\uffff]/;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** East Asian wide and full-width characters of the basic plane (Unicode's EastAsianWidth.txt, W and F, by block). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/**
 * Printable text as cells.
 * @param width columns that the text takes; left out, it follows from the characters.
 */
export function toCells(text: string, width?: number): string {
  if (width !== undefined) return text.padEnd(width, FILLER);
  return MAYBE_WIDE.test(text) ? text.replace(WIDE, `$&${FILLER}`) : text;
}

/** Cells as text. A wide character of which half was overwritten becomes U+FFFD. */
export function toText(cells: string): string {
  return MAYBE_SPECIAL.test(cells) ? cells.replace(FILLERS, '').replace(LONE_SURROGATES, '\ufffd') : cells;
}
