import { expect, it } from 'vitest';
import { takesImages } from './takes-images.ts';

it.each([
  ['gemini', 'gemini-3-flash', true],
  ['anthropic', 'claude-sonnet-4-6', true],
  ['openai', 'gpt-4o-mini', true],
  ['openai', 'gpt-5', true],
  ['openai', 'o3', true],
  ['openai', 'o3-mini', false],
  ['openai', 'qwen3-vl-plus', true],
  ['openai', 'Qwen2.5-VL-72B', true],
  ['openai', 'qwen3-max', false],
  ['openai', 'deepseek-chat', false],
  ['openai', 'llama3.2-vision:11b', true],
  ['openai', 'local', false],
  ['demo', 'demo-planner', false],
])('%s %s: %s', (provider, model, expected) => {
  expect(takesImages(provider, model)).toBe(expected);
});
