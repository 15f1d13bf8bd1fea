import { afterEach, expect, it } from 'vitest';
import { costOfRequest } from '../../core/session/cost.ts';
import { build, run } from './testing/exchange.ts';
import { answerWith, candidate } from './testing/gemini-answers.ts';
import { type Answer, type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { answerCompletion, claudeEvents, sendEvents } from './testing/vendor-answers.ts';
import { ANTHROPIC, DASHSCOPE, DEEPSEEK, GEMINI, OPENAI, PLAIN, type Vendor } from './testing/vendors.ts';

let server: RecordingProxy;
afterEach(() => server.close());

const completions =
  (usage: object): Answer =>
  (response) =>
    answerCompletion(response, { text: 'ok' }, usage);
const claude =
  (start: object, end: object): Answer =>
  (response) => {
    sendEvents(response, claudeEvents([], 'end_turn', { start, end }), true);
    response.end();
  };

/**
 * One prompt of 10,000 tokens in each provider's own counting: 8,000 were read from the cache, 1,000 were written to it
 * where writes are counted, 500 came out, of which (or beside which) 200 were thoughts.
 */
const ROWS: readonly (readonly [string, Vendor, Answer, readonly [number, number, number, number, number]])[] = [
  [
    'Gemini: the input includes cached tokens, thoughts stand beside the output',
    GEMINI,
    (response) =>
      answerWith(response, [
        candidate([{ text: 'ok' }], 'STOP', {
          promptTokenCount: 10_000,
          cachedContentTokenCount: 8_000,
          candidatesTokenCount: 300,
          thoughtsTokenCount: 200,
        }),
      ]),
    [10_000, 8_000, 0, 300, 200],
  ],
  [
    'OpenAI: the input includes reads and writes, thoughts are inside the output',
    OPENAI,
    completions({
      prompt_tokens: 10_000,
      completion_tokens: 500,
      prompt_tokens_details: { cached_tokens: 8_000, cache_write_tokens: 1_000 },
      completion_tokens_details: { reasoning_tokens: 200 },
    }),
    [10_000, 8_000, 1_000, 500, 0],
  ],
  [
    'DashScope: the input includes both, writes are called creation',
    DASHSCOPE,
    completions({
      prompt_tokens: 10_000,
      completion_tokens: 500,
      prompt_tokens_details: { cached_tokens: 8_000, cache_creation_input_tokens: 1_000, cache_type: 'ephemeral' },
    }),
    [10_000, 8_000, 1_000, 500, 0],
  ],
  [
    'DeepSeek: hits and misses are the prompt',
    DEEPSEEK,
    completions({ completion_tokens: 500, prompt_cache_hit_tokens: 8_000, prompt_cache_miss_tokens: 2_000 }),
    [10_000, 8_000, 0, 500, 0],
  ],
  [
    'a plain server: no word about a cache',
    PLAIN,
    completions({ prompt_tokens: 10_000, completion_tokens: 500 }),
    [10_000, 0, 0, 500, 0],
  ],
  [
    'a plain server: nulls where it has nothing to say',
    PLAIN,
    completions({ prompt_tokens: 10_000, completion_tokens: null, prompt_tokens_details: null }),
    [10_000, 0, 0, 0, 0],
  ],
  [
    'Anthropic: the input leaves reads and writes out, and comes in two events',
    ANTHROPIC,
    claude(
      { input_tokens: 1_000, cache_read_input_tokens: 8_000, cache_creation_input_tokens: 1_000, output_tokens: 3 },
      { output_tokens: 500, input_tokens: null, cache_read_input_tokens: null },
    ),
    [10_000, 8_000, 1_000, 500, 0],
  ],
  [
    'Anthropic: writes that are only counted by lifetime',
    ANTHROPIC,
    claude(
      {
        input_tokens: 1_000,
        cache_read_input_tokens: 8_000,
        cache_creation_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 600, ephemeral_1h_input_tokens: 400 },
      },
      { output_tokens: 500 },
    ),
    [10_000, 8_000, 1_000, 500, 0],
  ],
];

it.each(ROWS)('%s', async (_, vendor, answer, [input, cacheRead, cacheWrite, output, thoughts]) => {
  server = await startRecordingProxy({ answer });
  const adapter = vendor.adapter(server.url);
  const { finish } = await run(adapter, build(adapter.dialect, { model: vendor.model }));
  expect(finish?.usage).toEqual({ input, cacheRead, cacheWrite, output, thoughts });
});

it('prices a write of the cache apart from what was read and what was plain', async () => {
  server = await startRecordingProxy({
    answer: claude(
      { input_tokens: 1_000, cache_read_input_tokens: 8_000, cache_creation_input_tokens: 1_000 },
      { output_tokens: 500 },
    ),
  });
  const adapter = ANTHROPIC.adapter(server.url);
  const { finish } = await run(adapter, build(adapter.dialect, { model: ANTHROPIC.model }));
  const tiers = [{ input: 2, cacheRead: 0.1, output: 10, cacheWrite: 2.5 }];
  const price = { model: 'm', tiers, source: 's' };
  // 1,000 at 2, 8,000 at 0.1, 1,000 at 2.5 and 500 at 10 dollars a million.
  expect(finish?.usage && costOfRequest(finish.usage, price)).toBeCloseTo(0.002 + 0.0008 + 0.0025 + 0.005, 10);
});
