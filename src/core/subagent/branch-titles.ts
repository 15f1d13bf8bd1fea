/** Characters of a title that fit on a card and in a tab. */
const LONGEST = 60;

/**
 * Titles of the subagents of one call. One is called as the call describes it; of several each is called by what it is
 * asked, because they share the description; those that are asked alike are told apart by their number.
 */
export function branchTitles(description: string, prompts: readonly string[]): readonly string[] {
  if (prompts.length === 1) return [description];
  const heads = prompts.map(headOf);
  return heads.map((head, index) => {
    const isOwn = head !== '' && heads.filter((other) => other === head).length === 1;
    return isOwn ? head : `${head || description} (${index + 1} of ${prompts.length})`;
  });
}

function headOf(prompt: string): string {
  const line = (prompt.trim().split('\n')[0] ?? '').replace(/\s+/g, ' ').trim();
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
  return cut.charAt(0).toUpperCase() + cut.slice(1);
}
