import { isRow, type Row, rowAt } from './foreign-value.ts';

export type Format = 'forkscope' | 'claude-code' | 'qwen-code' | 'gemini-cli' | 'codex' | 'cline' | 'cline-sdk';

/** How a tool is called to a person. */
export const TOOL_NAMES: { readonly [F in Format]: string } = {
  forkscope: 'Forkscope',
  'claude-code': 'Claude Code',
  'qwen-code': 'Qwen Code',
  'gemini-cli': 'Gemini CLI',
  codex: 'Codex',
  cline: 'Cline',
  'cline-sdk': 'Cline',
};

const CLAUDE_ONLY: ReadonlySet<unknown> = new Set([
  'file-history-snapshot',
  'queue-operation',
  'fork-context-ref',
  'progress',
  'custom-title',
  'ai-title',
  'last-prompt',
  'permission-mode',
]);
const CODEX_ITEMS: ReadonlySet<unknown> = new Set(['message', 'reasoning', 'function_call', 'function_call_output']);
const CODEX_ENVELOPES: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);
const GEMINI_TYPES: ReadonlySet<unknown> = new Set(['user', 'gemini', 'info', 'warning', 'error']);

/** The format that one row belongs to, by its content alone; null when it could be any, or none. */
export function formatOfRow(row: Row): Format | null {
  const { type } = row;
  if (typeof row.seq === 'number' && typeof row.at === 'number' && typeof type === 'string') return 'forkscope';
  if (isRow(row.payload) && (CODEX_ENVELOPES.has(type) || typeof row.timestamp === 'string')) return 'codex';
  if (row.record_type !== undefined) return 'codex';
  if ('$set' in row || '$rewindTo' in row) return 'gemini-cli';
  if (type === 'say' || type === 'ask') return 'ts' in row ? 'cline' : null;
  if ('parentUuid' in row || 'uuid' in row) return byMessage(row);
  if (CLAUDE_ONLY.has(type) || (type === 'summary' && 'leafUuid' in row)) return 'claude-code';
  if (row.agent !== undefined && Array.isArray(row.messages)) return 'cline-sdk';
  if (typeof row.session_id === 'string' && ('workspace_root' in row || 'messages_path' in row)) return 'cline-sdk';
  if ('projectHash' in row || (typeof row.sessionId === 'string' && ('messages' in row || 'startTime' in row)))
    return 'gemini-cli';
  if (GEMINI_TYPES.has(type) && typeof row.id === 'string' && 'content' in row) return 'gemini-cli';
  if (CODEX_ITEMS.has(type)) return 'codex';
  if (typeof row.id === 'string' && 'instructions' in row) return 'codex';
  if ('files_in_context' in row || 'model_usage' in row) return 'cline';
  if ((row.role === 'user' || row.role === 'assistant') && 'content' in row)
    return isSdkMessage(row) ? 'cline-sdk' : 'cline';
  return null;
}

/** Claude Code and Qwen Code link their rows alike, but not what hangs on them. */
function byMessage(row: Row): Format | null {
  const message = rowAt(row, 'message');
  if (Array.isArray(message.parts) || row.type === 'tool_result' || 'provenance' in row || 'systemPayload' in row)
    return 'qwen-code';
  if ('content' in message || 'isSidechain' in row || CLAUDE_ONLY.has(row.type) || row.type === 'attachment')
    return 'claude-code';
  return null;
}

function isSdkMessage(row: Row): boolean {
  return typeof row.id === 'string' && 'inputTokens' in rowAt(row, 'metrics');
}

/** The format that most of the rows belong to; of equals the one that was seen first. */
export function formatOfRows(rows: readonly Row[]): Format | null {
  const votes = new Map<Format, number>();
  for (const row of rows) {
    const format = formatOfRow(row);
    if (format !== null) votes.set(format, (votes.get(format) ?? 0) + 1);
  }
  let best: Format | null = null;
  for (const [format, count] of votes) if (best === null || count > (votes.get(best) ?? 0)) best = format;
  return best;
}
