/** The labels that a fork's directive asks its report to use. */
const LABELS = ['Scope', 'Result', 'Key files', 'Files changed', 'Verification', 'Issues'];
const LINE = new RegExp(`^(?:[-*] )?(?:\\*\\*)?(${LABELS.join('|')})(?:\\*\\*)?:(?:\\*\\*)?[ \\t]*(.*)$`, 'i');

export interface ReportField {
  readonly label: string;
  /** Markdown. */
  readonly value: string;
}

export interface ReportFields {
  /** What stands in front of the first label. */
  readonly lead: string;
  readonly fields: readonly ReportField[];
}

/** Takes a report apart at its labels; null for a text that has fewer than two, which is then no such report. */
export function reportFieldsOf(text: string): ReportFields | null {
  const lead: string[] = [];
  const fields: { label: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const match = isCode ? null : LINE.exec(line);
    const current = fields.at(-1);
    if (match) fields.push({ label: match[1] ?? '', lines: [match[2] ?? ''] });
    else if (current) current.lines.push(line);
    else lead.push(line);
  }
  if (fields.length < 2) return null;
  return {
    lead: lead.join('\n').trim(),
    fields: fields.map(({ label, lines }) => ({ label, value: lines.join('\n').trim() })),
  };
}
