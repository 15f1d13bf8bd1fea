import { createStore } from 'zustand/vanilla';
import { checkPattern } from '../../../core/redaction/own-patterns.ts';
import type { ExportLook, ExportNews, ExportWritten } from '../../../shared/export-calls.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { host } from '../../bridge.ts';
import { settingsStore } from '../../stores/settings-store.ts';

export type ExportFormat = 'html' | 'md' | 'jsonl' | 'bundle';

export interface ExportState {
  readonly sessionId: string;
  readonly format: ExportFormat;
  readonly redact: boolean;
  /** A person's own patterns as they stand in their fields; wrong ones are not used. */
  readonly patterns: readonly string[];
  readonly keep: ReadonlySet<string>;
  /** Null until the session was looked through. */
  readonly look: ExportLook | null;
  readonly news: ExportNews | null;
  readonly written: ExportWritten | null;
  readonly fault: Fault | null;
}

const EMPTY: ExportState = {
  sessionId: '',
  format: 'html',
  redact: true,
  patterns: [],
  keep: new Set(),
  look: null,
  news: null,
  written: null,
  fault: null,
};

/** The export that the dialog is about. */
export const exportStore = createStore<ExportState>()(() => EMPTY);

/** Counts looks: an answer that a newer one has overtaken is dropped. */
let looks = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
/** Milliseconds after the last letter of a pattern until the session is looked through again. */
const LOOK_AFTER_MS = 300;
let exports = 0;

export function openExport(sessionId: string): void {
  const { format, redact } = exportStore.getState();
  const patterns = settingsStore.getState().settings?.redactPatterns ?? [];
  exportStore.setState({ ...EMPTY, sessionId, format, redact, patterns });
  void lookThrough();
}

export function setPatterns(patterns: readonly string[]): void {
  exportStore.setState({ patterns });
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    void settingsStore.getState().change({ redactPatterns: usable(patterns) });
    void lookThrough();
  }, LOOK_AFTER_MS);
}

export function setKept(id: string, isKept: boolean): void {
  const keep = new Set(exportStore.getState().keep);
  if (isKept) keep.add(id);
  else keep.delete(id);
  exportStore.setState({ keep });
}

export async function startExport(): Promise<void> {
  const { sessionId, format, redact, patterns, keep } = exportStore.getState();
  const exportId = `export-${++exports}`;
  exportStore.setState({ news: { exportId, phase: 'reading', share: 0 }, fault: null });
  const params = { exportId, sessionId, format, redact, patterns: usable(patterns), keep: [...keep] };
  const answer = await ask('export.write', params);
  const isCancelled = !answer.ok && answer.error.code === 'cancelled';
  exportStore.setState({
    news: null,
    written: answer.ok ? answer.value : null,
    fault: answer.ok || isCancelled ? null : answer.error,
  });
}

export function cancelExport(): void {
  const { news } = exportStore.getState();
  if (news) void ask('export.cancel', { exportId: news.exportId });
}

export function connectExport(): () => void {
  return host.on('export', (news) => {
    if (exportStore.getState().news?.exportId === news.exportId) exportStore.setState({ news });
  });
}

async function lookThrough(): Promise<void> {
  const own = ++looks;
  const { sessionId, patterns } = exportStore.getState();
  const answer = await ask('export.look', { sessionId, patterns: usable(patterns) });
  if (own !== looks) return;
  if (answer.ok) exportStore.setState({ look: answer.value });
  else exportStore.setState({ fault: answer.error });
}

function usable(patterns: readonly string[]): string[] {
  return patterns.filter((source) => checkPattern(source).ok);
}
