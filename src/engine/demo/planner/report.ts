import { firstSentence } from './code-insight.ts';
import type { Desk } from './desk.ts';
import type { Outcome } from './routine.ts';

/** A fork's last message. The labels are the ones that its boilerplate asks for; the last three only with content. */
export function reportOf(desk: Desk, directive: string, note: string | undefined): string {
  const { changes } = desk;
  const outcomes = desk.outcomes.map((outcome) => ({ ...outcome, said: withoutQuotes(outcome.said) }));
  // A command that checked a change is told under Verification; one that was the task itself, under Result.
  const isCheck = ({ said, verified }: Outcome) => changes.length > 0 && said === verified;
  const done = outcomes.filter((outcome) => !outcome.failed && outcome.said !== '' && !isCheck(outcome)).map(saidOf);
  const issues = outcomes.filter(({ failed }) => failed).map(saidOf);
  const checks = outcomes.flatMap(({ verified }) =>
    verified === undefined || done.includes(verified) ? [] : [verified],
  );
  const key = changes.length > 0 ? changes.map(({ path }) => path) : desk.readNow.slice(0, 6);
  const result = [note ?? '', ...done].filter((text) => text !== '').join(' ');
  return [
    `Scope: ${shorten(firstSentence(directive.replaceAll(/\s+/g, ' ')))}`,
    `Result: ${result || (issues.length > 0 ? 'Not done, see Issues.' : 'Nothing had to be done.')}`,
    `Key files: ${key.map((path) => `\`${path}\``).join(', ') || 'none'}`,
    changes.length > 0 ? `Files changed: ${changes.map(({ path, how }) => `\`${path}\` (${how})`).join(', ')}` : '',
    checks.length > 0 ? `Verification: ${checks.join(' ')}` : '',
    issues.length > 0 ? `Issues: ${issues.join(' ')}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function saidOf({ said }: Outcome): string {
  return said;
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
