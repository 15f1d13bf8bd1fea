/**
 * Puts a backslash into what would read as one of our own tags, so that a text cannot imitate them. The rest of the
 * text, code and markup included, stays as it is.
 */
export function neutraliseTags(text: string, tags: readonly string[]): string {
  return text.replace(new RegExp(`<(\\s*/?\\s*(?:${tags.join('|')})(?![\\w-]))`, 'gi'), '<\\$1');
}

/** A value inside the quotes of a tag. */
export function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
