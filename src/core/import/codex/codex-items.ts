import type { Part } from '../../session/message.ts';
import { boundedValue } from '../bounded-value.ts';
import { resultParts } from '../claude/anthropic-parts.ts';
import { countsAt, isRow, type Row, rowAt, rowsAt, rowsOf, textAt } from '../foreign-value.ts';
import { tryParse } from '../salvage-line.ts';

/** Cumulative counts of one session, as the source keeps them. */
export interface CodexTotal {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What one row says. */
export type CodexItem =
  | { readonly kind: 'meta'; readonly payload: Row }
  | { readonly kind: 'context'; readonly model: string | null; readonly cwd: string | null }
  | { readonly kind: 'turn'; readonly text: string }
  | { readonly kind: 'user'; readonly parts: readonly Part[]; readonly text: string; readonly isContext: boolean }
  | { readonly kind: 'model'; readonly parts: readonly Part[]; readonly text: string }
  | {
      readonly kind: 'call';
      readonly callId: string | null;
      readonly name: string;
      readonly args: unknown;
      readonly isAnswered: boolean;
    }
  | {
      readonly kind: 'output';
      readonly callId: string;
      readonly text: Part[];
      readonly exitCode: number | null;
      readonly failed: boolean;
    }
  | { readonly kind: 'exit'; readonly callId: string; readonly exitCode: number | null }
  | { readonly kind: 'tokens'; readonly total: CodexTotal | null; readonly last: CodexTotal | null }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'notice'; readonly level: 'info' | 'error'; readonly text: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'unknown'; readonly name: string };

const SILENT: CodexItem = { kind: 'silent' };

/** Rows have an envelope `{timestamp, type, payload}`; those of 2025 and before have none. */
export function codexItem(row: Row): CodexItem {
  const payload = isRow(row.payload) ? row.payload : null;
  if (payload) return envelopeItem(String(row.type), payload);
  if (row.record_type !== undefined) return SILENT;
  if (typeof row.type === 'string') return responseItem(row);
  if (typeof row.id === 'string') return { kind: 'meta', payload: row };
  return { kind: 'unknown', name: Object.keys(row).slice(0, 3).join(', ') || 'an empty row' };
}

function envelopeItem(type: string, payload: Row): CodexItem {
  switch (type) {
    case 'session_meta':
      return { kind: 'meta', payload };
    case 'turn_context':
      return { kind: 'context', model: textAt(payload, 'model'), cwd: textAt(payload, 'cwd') };
    case 'response_item':
      return responseItem(payload);
    case 'event_msg':
      return eventItem(payload);
    case 'compacted':
      return { kind: 'notice', level: 'info', text: 'Compaction: older messages left the context here.' };
    case 'world_state':
      return SILENT;
  }
  return { kind: 'unknown', name: type };
}

function responseItem(item: Row): CodexItem {
  const callId = textAt(item, 'call_id') ?? textAt(item, 'id');
  switch (item.type) {
    case 'message':
      return messageItem(item);
    case 'reasoning': {
      const texts = [...rowsAt(item, 'summary'), ...rowsAt(item, 'content')].flatMap(
        (part) => textAt(part, 'text') ?? [],
      );
      return { kind: 'model', text: '', parts: texts.map((text) => ({ kind: 'text', text, thought: true })) };
    }
    case 'function_call': {
      const args = typeof item.arguments === 'string' ? (tryParse(item.arguments) ?? item.arguments) : item.arguments;
      return { kind: 'call', callId, name: textAt(item, 'name') ?? '', args: boundedValue(args), isAnswered: false };
    }
    case 'custom_tool_call':
      return {
        kind: 'call',
        callId,
        name: textAt(item, 'name') ?? '',
        args: boundedValue(item.input),
        isAnswered: false,
      };
    case 'local_shell_call':
    case 'tool_search_call':
    case 'web_search_call': {
      const name = String(item.type).replace(/_call$/, '');
      const args = boundedValue(item.action ?? item.arguments ?? {});
      return { kind: 'call', callId, name, args, isAnswered: item.type === 'web_search_call' };
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      return outputItem(item, textAt(item, 'call_id') ?? '');
  }
  return { kind: 'unknown', name: textAt(item, 'type') ?? 'no type' };
}

function messageItem(item: Row): CodexItem {
  const parts = contentParts(item.content);
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const text = texts.join('\n');
  if (item.role === 'assistant') return { kind: 'model', parts, text };
  // What the tool tells the model about itself comes in the person's name, in tags.
  const isContext = item.role !== 'user' || texts.some((each) => each.startsWith('<'));
  return { kind: 'user', parts, text, isContext };
}

function contentParts(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return rowsOf(content).map((part): Part => {
    if (typeof part.text === 'string') return { kind: 'text', text: part.text };
    const image = /^data:([^;,]+);base64,(.*)$/s.exec(textAt(part, 'image_url') ?? '');
    if (image?.[1] && image[2]) return { kind: 'image', mimeType: image[1], data: image[2] };
    return { kind: 'opaque', wire: { family: 'openai', value: boundedValue(part) } };
  });
}

function outputItem(item: Row, callId: string): CodexItem {
  const inner = typeof item.output === 'string' ? tryParse(item.output) : item.output;
  const isWrapped = isRow(inner) && (typeof inner.output === 'string' || 'content' in inner);
  const content = isWrapped ? (inner.output ?? inner.content) : item.output;
  const exit = isRow(inner) ? rowAt(inner, 'metadata').exit_code : undefined;
  const exitCode = typeof exit === 'number' ? exit : null;
  const failed = (exitCode !== null && exitCode !== 0) || (isRow(inner) && inner.success === false);
  return { kind: 'output', callId, text: resultParts(callId, '', content, failed), exitCode, failed };
}

function eventItem(event: Row): CodexItem {
  switch (event.type) {
    case 'user_message':
      return { kind: 'turn', text: textAt(event, 'message') ?? '' };
    case 'token_count': {
      const info = rowAt(event, 'info');
      return { kind: 'tokens', total: totalOf(info.total_token_usage), last: totalOf(info.last_token_usage) };
    }
    case 'exec_command_end': {
      const exitCode = typeof event.exit_code === 'number' ? event.exit_code : null;
      return { kind: 'exit', callId: textAt(event, 'call_id') ?? '', exitCode };
    }
    case 'turn_aborted':
      return { kind: 'aborted' };
    case 'error':
    case 'stream_error':
      return {
        kind: 'notice',
        level: 'error',
        text: textAt(event, 'message') ?? 'The source reports an error without words.',
      };
    case 'context_compacted':
      return SILENT;
  }
  return SILENT;
}

function totalOf(value: unknown): CodexTotal | null {
  if (!isRow(value)) return null;
  const counts = countsAt(value, ['input_tokens', 'cached_input_tokens', 'output_tokens', 'total_tokens']);
  if (!counts) return null;
  const { input_tokens: input, cached_input_tokens: cached, output_tokens: output, total_tokens: all } = counts;
  return input + output + all > 0 ? { input, cached, output } : null;
}
