import type { Usage } from '../../session/usage.ts';
import { countsAt, isRow, type Row, textAt } from '../foreign-value.ts';

/** Rows that only carry settings or copies; they stand in the chain of parents, but are no end of a conversation. */
const METADATA = [
  'session_artifact',
  'custom_title',
  'session_source',
  'session_model',
  'file_history',
  'attribution',
  'parent_session',
];

export function isArtifact(subtype: string | null): boolean {
  return subtype?.startsWith('session_artifact') ?? false;
}

export function isMetadata(subtype: string | null): boolean {
  return subtype !== null && METADATA.some((prefix) => subtype.startsWith(prefix));
}

/**
 * Usage of one response. The prompt's count has cached tokens in it. Whether thoughts are inside the candidates differs
 * by provider; the total tells.
 */
export function qwenUsage(value: unknown): Usage | null {
  if (!isRow(value)) return null;
  const counts = countsAt(value, [
    'promptTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
    'totalTokenCount',
    'cachedContentTokenCount',
  ]);
  if (!counts) return null;
  const {
    promptTokenCount: input,
    candidatesTokenCount: output,
    thoughtsTokenCount: thoughts,
    totalTokenCount: total,
    cachedContentTokenCount: cacheRead,
  } = counts;
  const areInside = total > 0 && total === input + output && thoughts > 0;
  return { input, cacheRead, cacheWrite: 0, output, thoughts: areInside ? 0 : thoughts };
}

/** What a person typed, as it was shown to them; null when the row does not say. */
export function displayText(row: Row): string | null {
  return isRow(row.systemPayload) ? textAt(row.systemPayload, 'displayText') : null;
}
