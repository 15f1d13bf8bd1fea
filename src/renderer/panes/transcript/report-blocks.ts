/** One report inside a notification, as the parent's model reads it. */
export interface ReportBlock {
  readonly branch: string;
  readonly title: string;
  readonly status: string;
  readonly reason: string | null;
  readonly result: string;
}

const BLOCK = /<task-notification>\n([\s\S]*?)\n<\/task-notification>/g;

/** Takes a notification apart. Empty when the text holds no report: the text is then shown as it is. */
export function parseReportBlocks(text: string): ReportBlock[] {
  return [...text.matchAll(BLOCK)].map((match) => {
    const body = match[1] ?? '';
    return {
      branch: field(body, 'task-id') ?? '',
      title: field(body, 'title') ?? '',
      status: field(body, 'status') ?? '',
      reason: field(body, 'reason'),
      result: field(body, 'result') ?? '',
    };
  });
}

/** Content is escaped by the writer, so the first closing tag is the field's own. */
function field(body: string, name: string): string | null {
  const opening = `<${name}>`;
  const start = body.indexOf(opening);
  const end = body.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? null : unescapeXml(body.slice(start + opening.length, end));
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
