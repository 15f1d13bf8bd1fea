export interface Notification {
  readonly title: string;
  readonly status: string;
  /** Forks that are still out after this one. */
  readonly remaining: number;
  readonly reason: string;
  /** Changed lines as "+3 −1", or "" when nothing is said about them. */
  readonly changes: string;
  readonly result: string;
}

const BLOCK = /<task-notification>([\s\S]*?)<\/task-notification>/g;

/** The reports in a text; none when it is an ordinary message. */
export function readNotifications(text: string): Notification[] {
  return [...text.matchAll(BLOCK)].map(([, body = '']) => {
    const [, added = '', removed = ''] = /<changes[^>]*\badded="(\d+)"[^>]*\bremoved="(\d+)"/.exec(body) ?? [];
    return {
      title: field(body, 'title') || field(body, 'task-id') || 'A fork',
      status: field(body, 'status') || 'completed',
      remaining: Number(field(body, 'remaining') || 0),
      reason: field(body, 'reason'),
      changes: added === '' ? '' : `+${added} −${removed}`,
      result: field(body, 'result'),
    };
  });
}

function field(body: string, tag: string): string {
  const [, value = ''] = new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`).exec(body) ?? [];
  return unescapeXml(value.trim());
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
