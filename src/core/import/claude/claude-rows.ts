import { countsAt, isRow, type Row, rowAt, rowsAt, textAt } from '../foreign-value.ts';

/** Texts that the tool wrote itself in the person's name. */
const ECHOES = [
  '[Request interrupted',
  '<local-command',
  '<command-name>',
  '<command-message>',
  '<system-reminder>',
  '<task-notification>',
  'Caveat:',
];

/** Kinds of rows that are understood but say nothing about the conversation itself. */
export const SILENT_TYPES: ReadonlySet<string> = new Set([
  'attachment',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'agent-name',
  'agent-setting',
  'pr-link',
  'bridge-session',
  'worktree-state',
  'relocated',
  'continued-in',
  'cost-state',
  'started',
  'result',
  'launched',
  'failed',
  'atis-latch',
  'progress',
  'system',
]);

export function isEcho(text: string): boolean {
  return ECHOES.some((echo) => text.startsWith(echo));
}

export function isInterruptMarker(text: string): boolean {
  return text.startsWith('[Request interrupted');
}

/** True for what a person wrote: no tool result, no text of the tool itself, no summary after a compaction. */
export function isPrompt(row: Row): boolean {
  if (row.isMeta === true || row.isCompactSummary === true) return false;
  const message = rowAt(row, 'message');
  const { content } = message;
  // A command that a person typed is echoed with the same marks, and is a prompt unless its output follows at once.
  if (typeof content === 'string')
    return content.trim() !== '' && (!isEcho(content) || content.startsWith('<command-'));
  const blocks = rowsAt(message, 'content');
  if (blocks.some((block) => block.type === 'tool_result')) return false;
  return blocks.some(
    (block) => block.type === 'image' || (block.type === 'text' && !isEcho(textAt(block, 'text') ?? '')),
  );
}

export interface RawUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** The usage a row states; null when it states none, or numbers that can be no counts. */
export function rawUsageOf(message: Row): RawUsage | null {
  const { usage } = message;
  if (!isRow(usage)) return null;
  const counts = countsAt(usage, [
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
  ]);
  const nested = rowAt(usage, 'cache_creation');
  const written = countsAt(nested, ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens']);
  if (!counts || !written) return null;
  return {
    input: counts.input_tokens,
    output: counts.output_tokens,
    cacheRead: counts.cache_read_input_tokens,
    // Some versions wrote 0 here and the true number only in the nested object.
    cacheWrite:
      counts.cache_creation_input_tokens || written.ephemeral_5m_input_tokens + written.ephemeral_1h_input_tokens,
  };
}

/** The rows of one answer repeat its usage, the early ones with placeholders: the largest numbers are the final ones. */
export function mostComplete(a: RawUsage | null, b: RawUsage | null): RawUsage | null {
  if (!a || !b) return a ?? b;
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
  };
}
