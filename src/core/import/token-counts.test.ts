import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { summaryOf } from '../session/summary.ts';
import type { Row } from './foreign-value.ts';
import type { Format } from './formats.ts';
import { MemoryParts, sessionEvents } from './memory-parts.ts';
import { NO_FILE } from './source-info.ts';
import { translatorOf } from './translators.ts';

const timestamp = '2026-11-30T10:00:00.000Z';

function totalsOf(format: Exclude<Format, 'forkscope'>, rows: readonly Row[]) {
  const parts = new MemoryParts();
  const reader = translatorOf(format, parts, { prices: null, live: false, holdLast: false, related: false });
  reader.begin({ ...NO_FILE, fileName: 'one.messages.json' });
  for (const [index, row] of rows.entries()) reader.row(row, index + 1);
  const options = { sessionId: 's', path: '/x', fallbackAt: 5 };
  return summaryOf(fold(EMPTY_SESSION, [...sessionEvents(reader.finish(), options, parts)]), '').totals;
}

/** One answer with this count of output tokens, as each tool writes it. */
const ANSWERS: { readonly [F in Exclude<Format, 'forkscope'>]: (output: unknown) => Row[] } = {
  'claude-code': (output) => [
    {
      type: 'assistant',
      uuid: 'a1',
      parentUuid: null,
      timestamp,
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'x',
        content: [{ type: 'text', text: 'hi' }],
        usage: { input_tokens: 7, output_tokens: output },
      },
    },
  ],
  'qwen-code': (output) => [
    {
      type: 'assistant',
      uuid: 'a1',
      parentUuid: null,
      timestamp,
      message: { role: 'model', parts: [{ text: 'hi' }] },
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: output },
    },
  ],
  'gemini-cli': (output) => [
    { id: 'g1', type: 'gemini', timestamp, content: 'hi', tokens: { input: 7, output, cached: 0 } },
  ],
  codex: (output) => [
    {
      type: 'response_item',
      timestamp,
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] },
    },
    {
      type: 'event_msg',
      timestamp,
      payload: { type: 'token_count', info: { total_token_usage: { input_tokens: 7, output_tokens: output } } },
    },
  ],
  cline: (output) => [
    { type: 'say', say: 'text', ts: 1790000000000, text: 'go' },
    {
      type: 'say',
      say: 'api_req_started',
      ts: 1790000000001,
      text: JSON.stringify({ tokensIn: 7, tokensOut: output, cost: 0 }),
    },
  ],
  'cline-sdk': (output) => [
    {
      id: 'm1',
      role: 'assistant',
      ts: 1790000000000,
      content: [{ type: 'text', text: 'hi' }],
      metrics: { inputTokens: 7, outputTokens: output },
    },
  ],
};

describe.each(Object.entries(ANSWERS))('tokens of %s', (format, answer) => {
  const totals = (output: unknown) => totalsOf(format as Exclude<Format, 'forkscope'>, answer(output));

  it('are counted where they are counts', () => {
    expect(totals(5)).toMatchObject({ unknownUsage: 0, usage: { input: 7, output: 5 } });
  });

  it.each([1e308, Number.POSITIVE_INFINITY, -3, 1.5, '5', true, {}])('are unknown when one is %j', (output) => {
    // Text that holds JSON has no infinity: it stands there as null, which states nothing.
    if (format === 'cline' && output === Number.POSITIVE_INFINITY) return;
    const { usage, unknownUsage } = totals(output);
    expect({ output: usage?.output ?? 0, input: usage?.input ?? 0 }).toEqual({ output: 0, input: 0 });
    expect(usage === null || unknownUsage === 1).toBe(true);
  });
});
