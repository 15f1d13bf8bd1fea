import { firstSentence } from './code-insight.ts';
import type { Desk } from './desk.ts';

/** A fork's last message. The labels are the ones that its boilerplate asks for; those without content are left out. */
export function reportOf(desk: Desk, directive: string, note: string | undefined): string {
  // A command that only checked is told under Verification, not twice.
  const done = desk.outcomes
    .filter(({ failed }) => !failed)
    .map(({ said, verified }) => (withoutQuotes(said) === verified ? '' : withoutQuotes(said)))
    .filter((said) => said !== '');
  const issues = desk.outcomes.filter(({ failed }) => failed).map(({ said }) => withoutQuotes(said));
  const verified = desk.outcomes.flatMap(({ verified: text }) => (text === undefined ? [] : [text]));
  const changes = desk.changes;
  const key = changes.length > 0 ? changes.map(({ path }) => path) : desk.readNow.slice(0, 6);
  const lastRun = desk.commands.at(-1);
  const checked =
    verified.length > 0
      ? verified.join(' ')
      : lastRun
        ? `\`${lastRun.command}\` ${lastRun.ok ? 'ran without a fault' : 'failed'}.`
        : '';
  const result = [note ?? '', ...done].filter((text) => text !== '').join(' ');
  return [
    `Scope: ${shorten(firstSentence(directive.replaceAll(/\s+/g, ' ')))}`,
    `Result: ${result || (issues.length > 0 ? 'Not done, see Issues.' : 'Nothing had to be done.')}`,
    key.length > 0 ? `Key files: ${key.map((path) => `\`${path}\``).join(', ')}` : '',
    changes.length > 0 ? `Files changed: ${changes.map(({ path, how }) => `\`${path}\` (${how})`).join(', ')}` : '',
    checked === '' ? '' : `Verification: ${checked}`,
    issues.length > 0 ? `Issues: ${issues.join(' ')}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Output that was quoted for a person does not belong in a report of at most 500 words. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/\n*```[\s\S]*?```/g, '').trim();
}

function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160).replace(/\s+\S*$/, '')}…`;
}

/** The labels of a report that the root sums up. */
export interface ReadReport {
  readonly result: string;
  readonly changed: string;
  readonly verification: string;
  readonly issues: string;
}

const LABELS = ['Scope', 'Result', 'Key files', 'Files changed', 'Verification', 'Issues'];

/** Takes a report apart; a text without labels is all result. */
export function readReport(report: string): ReadReport {
  const pieces = report.split(new RegExp(`^(?=(?:${LABELS.join('|')}):)`, 'm'));
  const piece = (label: string) =>
    pieces
      .find((text) => text.startsWith(`${label}:`))
      ?.slice(label.length + 1)
      .trim() ?? '';
  return {
    result: piece('Result') || (pieces.length === 1 ? report.trim() : ''),
    changed: piece('Files changed'),
    verification: piece('Verification'),
    issues: piece('Issues'),
  };
}
