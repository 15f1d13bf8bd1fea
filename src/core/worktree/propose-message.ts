/** Characters of a subject line: git's own tools cut there. */
const SUBJECT = 72;

/** A commit message from a fork's title and report: a subject line, and the report's first paragraphs below. */
export function proposeMessage(title: string, report: string | null): string {
  const subject = cutAtWord(oneLine(title) || 'Work of a fork', SUBJECT);
  const body = (report ?? '').replace(/\r\n?/g, '\n').trim().slice(0, 2_000);
  return body === '' ? subject : `${subject}\n\n${body}`;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\s+\S*$/, '')}…`;
}
