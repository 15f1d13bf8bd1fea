import { describe, expect, it } from 'vitest';
import { OPENAI_PROFILES } from '../providers/openai-profiles.ts';
import { planHold } from './hold.ts';

const WARM = true;
const COLD = false;
const SMALL = 3_999;
const LARGE = 4_000;
const { openai, dashscope, deepseek, plain } = OPENAI_PROFILES;
const OTHERS = { readableAfter: 'first-byte' } as const;

describe('hold: warm parent and small tail, all go; else the first goes, the others wait for what makes it readable', () => {
  it.each([
    ['Gemini, the embedded model, Anthropic', OTHERS, 'first-byte'],
    ['OpenAI', openai.cache, 'first-byte'],
    ['a local server', plain.cache, 'first-byte'],
    ['DashScope: the end of its answer', dashscope.cache, 'end'],
    ['DeepSeek: the end of its answer', deepseek.cache, 'end'],
  ] as const)('%s', (_, { readableAfter }, until) => {
    const plan = (parentIsWarm: boolean, tailBytes: number, siblings = 3) => {
      const { hold, ...rest } = planHold({ siblings, parentIsWarm, tailBytes, readableAfter });
      return hold ? ('until' in rest ? rest.until : '') : 'all go';
    };
    expect(plan(WARM, SMALL)).toBe('all go');
    expect(plan(WARM, LARGE)).toBe(until);
    expect(plan(COLD, SMALL)).toBe(until);
    expect(plan(COLD, LARGE)).toBe(until);
    expect(plan(COLD, LARGE, 1)).toBe('all go');
  });

  it('holds 5 s at most, and says why in plain words', () => {
    expect(planHold({ siblings: 2, parentIsWarm: WARM, tailBytes: LARGE, readableAfter: 'end' })).toEqual({
      hold: true,
      until: 'end',
      atMostMs: 5_000,
      reason: 'the common tail is not cached yet',
    });
    expect(planHold({ siblings: 2, parentIsWarm: COLD, tailBytes: 0, readableAfter: 'end' }).reason).toBe(
      'the prefix is not cached yet',
    );
  });
});
