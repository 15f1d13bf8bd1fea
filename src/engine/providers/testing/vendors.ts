import type { ServerResponse } from 'node:http';
import { OPENAI_PROFILES, type OpenAiProfileName } from '../../../core/providers/openai-profiles.ts';
import { createAnthropicAdapter } from '../anthropic.ts';
import { createGeminiAdapter } from '../gemini.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import { createOpenAiAdapter } from '../openai.ts';
import { answerWith, candidate } from './gemini-answers.ts';
import { answerClaude, answerCompletion, type Script } from './vendor-answers.ts';

/** One provider shape under test: its adapter, a fake of its service, and how its bodies are read. */
export interface Vendor {
  readonly name: string;
  readonly model: string;
  adapter(baseUrl: string, silenceMs?: number): ModelAdapter;
  answer(response: ServerResponse, script: Script): void;
  /** Tools, system text, messages: the order in which every provider reads a prompt. */
  pieces(body: Record<string, unknown>): unknown[];
  /** What a marker looks like in the raw body; null where there are none. */
  readonly marker: string | null;
}

function completions(name: OpenAiProfileName, model: string, marker: string | null): Vendor {
  return {
    name: `${name}, ${model}`,
    model,
    adapter: (baseUrl, silenceMs) =>
      createOpenAiAdapter({
        profile: OPENAI_PROFILES[name],
        apiKey: 'test-key',
        baseUrl: `${baseUrl}/v1`,
        ...(silenceMs === undefined ? {} : { silenceMs }),
      }),
    answer: answerCompletion,
    pieces: ({ tools, messages }) => [tools, ...(messages as unknown[])],
    marker,
  };
}

const CONTROL = ',"cache_control":{"type":"ephemeral"}';

export const OPENAI = completions('openai', 'gpt-6.2-sol', ',"prompt_cache_breakpoint":{"mode":"explicit"}');
export const OLDER_OPENAI = completions('openai', 'gpt-5.1', null);
export const DASHSCOPE = completions('dashscope', 'qwen4-max', CONTROL);
export const DEEPSEEK = completions('deepseek', 'deepseek-v4-pro', null);
export const PLAIN = completions('plain', 'qwen3-coder:30b', null);

export const ANTHROPIC: Vendor = {
  name: 'anthropic',
  model: 'claude-sonnet-5-5',
  adapter: (baseUrl, silenceMs) =>
    createAnthropicAdapter({ apiKey: 'test-key', baseUrl, ...(silenceMs === undefined ? {} : { silenceMs }) }),
  answer: answerClaude,
  pieces: ({ tools, system, messages }) => [tools, system, ...(messages as unknown[])],
  marker: CONTROL,
};

export const GEMINI: Vendor = {
  name: 'gemini',
  model: 'gemini-3.8-flash',
  adapter: (baseUrl, silenceMs) =>
    createGeminiAdapter({
      provider: 'gemini',
      apiKey: 'test-key',
      baseUrl,
      cacheTtlMs: 1,
      ...(silenceMs === undefined ? {} : { silenceMs }),
    }),
  answer: (response, { thought, text, calls = [] }) =>
    answerWith(response, [
      candidate([
        ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
        ...(text === undefined ? [] : [{ text }]),
        ...calls.map(({ id, name, args }, index) => ({
          functionCall: { id, name, args: JSON.parse(args) },
          ...(index === 0 ? { thoughtSignature: 'c2lnbmVk' } : {}),
        })),
      ]),
      candidate([], 'STOP'),
    ]),
  pieces: ({ tools, systemInstruction, contents }) => [tools, systemInstruction, ...(contents as unknown[])],
  marker: null,
};

export const VENDORS: readonly Vendor[] = [GEMINI, OPENAI, OLDER_OPENAI, DASHSCOPE, DEEPSEEK, PLAIN, ANTHROPIC];
