import { describe, expect, it } from 'vitest';
import { MAX_EMPTY_ASSISTANT_RETRIES, planForEmptyAnswer } from './empty-answers.ts';
import { readCompletion } from './read-completion.ts';
import {
  EMPTY_ANSWER_STAND_IN,
  graceRequest,
  MISSING_RESULT,
  NO_TOOLS_USED,
  RESEARCH_SUFFIX,
  toolNotAvailable,
  WORK_SUFFIX,
} from './texts.ts';
import { SUBAGENT_DEFAULT_ALLOWED_TOOLS } from './tool-whitelist.ts';

describe('retry on empty answers', () => {
  it('asks three times, and fails on the fourth answer in a row without a tool', () => {
    expect(MAX_EMPTY_ASSISTANT_RETRIES).toBe(3);
    let retries = 0;
    const actions: string[] = [];
    for (let answer = 1; answer <= 4; answer++) {
      const plan = planForEmptyAnswer('I think I am done.', retries);
      actions.push(plan.action);
      if (plan.action === 'nudge') retries = plan.retries;
      else expect(plan.reason).toContain('4 answers');
    }
    expect(actions).toEqual(['nudge', 'nudge', 'nudge', 'fail']);
  });

  it('an empty answer counts as a turn: the stand-in comes first, and only then', () => {
    expect(planForEmptyAnswer(' \n', 0)).toEqual({ action: 'nudge', standIn: true, retries: 1 });
    expect(planForEmptyAnswer('text', 1)).toEqual({ action: 'nudge', standIn: false, retries: 2 });
    expect(EMPTY_ANSWER_STAND_IN).toBe('Failure: I did not provide a response.');
  });
});

describe('attempt_completion', () => {
  it.each([[{}], [{ result: '' }], [{ result: ' \n\t' }], [{ result: null }], [{ result: 7 }], [null], ['text']])(
    'without a result (%j) it is answered with the missing-parameter error',
    (args) => {
      expect(readCompletion(args)).toEqual({ accepted: false, error: MISSING_RESULT });
      expect(MISSING_RESULT).toContain('`result`');
    },
  );

  it('hands on the result, trimmed', () => {
    expect(readCompletion({ result: '\n found: a\n\n b \n' })).toEqual({ accepted: true, result: 'found: a\n\n b' });
  });
});

describe('texts', () => {
  it('name no tool that a default subagent does not have', () => {
    const named = [NO_TOOLS_USED, MISSING_RESULT, RESEARCH_SUFFIX, WORK_SUFFIX, graceRequest('The limit was reached.')]
      .flatMap((text) => [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)])
      .map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(SUBAGENT_DEFAULT_ALLOWED_TOOLS).toContain(name);
    expect(NO_TOOLS_USED).not.toMatch(/\bask\b|question_?tool/i);
  });

  it('a tool outside the list: says so, says that nothing ran, and what there is', () => {
    const text = toolNotAvailable('write_file', ['read_file', 'attempt_completion']);
    expect(text).toContain('`write_file` is not available');
    expect(text).toContain('Nothing was run');
    expect(text).toContain('`read_file`, `attempt_completion`');
  });

  it('the grace request asks for the findings without tools, and says which bound', () => {
    expect(graceRequest('The limit of 50 steps was reached.')).toMatch(
      /^The limit of 50 steps was reached\. .*Write your findings now, without tools/,
    );
  });
});
