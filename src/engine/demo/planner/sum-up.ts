import { inWords } from './directives/fork-out.ts';
import type { Notification } from './notifications.ts';
import { readReport } from './report.ts';

/** A word on reports that have come in while others are still out. */
export function acknowledge(news: readonly Notification[]): string {
  const remaining = news.at(-1)?.remaining ?? 0;
  const heard = news.map(({ title, status }) => `"${title}" ${statusWords(status)}`).join(', and ');
  return `${heard}. ${inWords(remaining)} ${remaining === 1 ? 'fork is' : 'forks are'} still at work.`;
}

/** All reports of the round in a short text, one paragraph each. */
export function sumUp(reports: readonly Notification[]): string {
  const completed = reports.filter(({ status }) => status === 'completed').length;
  const head = headline(reports.length, completed);
  const changed = reports.some(({ changes, result }) => changes !== '' || readReport(result).changed !== '');
  const where = changed ? "Each fork's changes wait in its own worktree; your checkout is as it was." : '';
  return [head, ...reports.map(paragraph), where].filter((text) => text !== '').join('\n\n');
}

function headline(all: number, completed: number): string {
  if (completed < all)
    return completed === 0
      ? `None of the ${all} forks completed its part.`
      : `${inWords(completed)} of the ${all} forks completed their part.`;
  if (all <= 2) return all === 1 ? 'The fork is done.' : 'Both forks are done.';
  return `All ${inWords(all).toLowerCase()} forks are done.`;
}

function paragraph({ title, status, reason, changes, result }: Notification): string {
  const { result: told, changed, verification, issues } = readReport(result);
  const parts = [
    status === 'completed'
      ? ''
      : `It ${statusWords(status)}${reason === '' ? '' : `: ${reason}`}.`.replace(/\.\.$/, '.'),
    oneParagraph(told),
    changed === '' ? '' : `Changed: ${changed}${changes === '' ? '' : `, ${changes} lines`}.`,
    verification === '' ? '' : `Checked: ${oneParagraph(verification)}`,
    issues === '' ? '' : `Open: ${oneParagraph(issues)}`,
  ];
  return `**${title}.** ${parts.filter((text) => text !== '').join(' ')}`;
}

function statusWords(status: string): string {
  if (status === 'completed') return 'is done';
  return status === 'failed' ? 'failed' : `was ${status}`;
}

const MAX_CHARACTERS = 500;

function oneParagraph(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}
