import type { EndStatus } from '../session/events.ts';

/** Characters of a report that reach the parent; the whole one stays in the branch's transcript. */
export const MAX_REPORT_CHARACTERS = 12_000;

export interface ForkReport {
  readonly branch: string;
  readonly title: string;
  readonly callId: string | null;
  readonly status: EndStatus;
  readonly report: string | null;
  readonly reason: string | null;
  /** True when it was shortened already, and is not to be shortened again. */
  readonly isCapped?: boolean;
  readonly changes: {
    readonly path: string;
    readonly files: number;
    readonly added: number;
    readonly removed: number;
  } | null;
}

/** Escapes what would read as markup, so that a report cannot imitate our own tags. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const OPENING = 'No person wrote this message. It brings the reports of work that you started.';

/**
 * True for the text that brings reports. It stands in front of what a person wrote when both came at the same time, in
 * one message.
 */
export function isNotification(text: string): boolean {
  return text.startsWith(`${OPENING}\n\n<task-notification>\n`);
}

/**
 * The message that brings reports to the parent; several that wait go into one. `remaining` counts the forks that are
 * still out.
 */
export function buildNotification(reports: readonly ForkReport[], remaining: number): string {
  return [OPENING, ...reports.map((report) => notificationOf(report, remaining))].join('\n\n');
}

function notificationOf(
  { branch, title, callId, status, report, reason, isCapped = false, changes }: ForkReport,
  remaining: number,
): string {
  const lines = [
    '<task-notification>',
    `<task-id>${escapeXml(branch)}</task-id>`,
    ...(callId === null ? [] : [`<call-id>${escapeXml(callId)}</call-id>`]),
    `<title>${escapeXml(title)}</title>`,
    `<status>${status}</status>`,
    `<remaining>${remaining}</remaining>`,
    ...(changes === null
      ? []
      : [
          `<changes files="${changes.files}" added="${changes.added}" removed="${changes.removed}">${escapeXml(changes.path)}</changes>`,
        ]),
    ...(reason === null ? [] : [`<reason>${escapeXml(reason)}</reason>`]),
    `<result>${escapeXml(isCapped && report !== null ? report : capped(report ?? 'It ended without a report.'))}</result>`,
    '</task-notification>',
  ];
  return lines.join('\n');
}

function capped(report: string): string {
  if (report.length <= MAX_REPORT_CHARACTERS) return report;
  const omitted = report.length - MAX_REPORT_CHARACTERS;
  return `${report.slice(0, MAX_REPORT_CHARACTERS)}\n[${omitted} more characters stand in the branch's own transcript.]`;
}
