/**
 * A model's text where no Markdown is drawn: the marks go, the words stay. Underscores inside words are names, and a lone
 * star is a star.
 */
export function plainWords(text: string): string {
  return text
    .replaceAll(/^\s*(```|~~~).*\n?/gm, '')
    .replaceAll(/^(\s*)(?:#{1,6}|>)\s+/gm, '$1')
    .replaceAll(/!?\[([^\]\n]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, '$2')
    .replaceAll(/(\*\*|\*)(?=\S)([^*\n]*\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}_])(__|_)(?=\S)([^_\n]*[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2');
}
