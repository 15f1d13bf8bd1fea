import { expect, it } from 'vitest';
import { modelNameFault } from './model-name.ts';

it.each([
  'gemini-3.8-flash',
  'qwen3-coder:30b',
  'meta-llama/Llama-4-Maverick',
  'claude-opus-4-5@20251101',
  'demo-planner-small',
  'accounts/fireworks/models/deepseek-v3',
])('takes %s', (name) => expect(modelNameFault(name)).toBeNull());

it.each(['../x?y#z', '/etc/passwd', 'a b', 'a//b', 'models/../keys', 'x%2e', 'a?b', ''])('refuses "%s"', (name) => {
  expect(modelNameFault(name)).toContain('is no model');
});
