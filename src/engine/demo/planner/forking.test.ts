import { describe, expect, it } from 'vitest';
import { buildChildMessage } from '../../../core/fork/child-message.ts';
import { FORK_ACKNOWLEDGEMENT, FORK_BEGIN, FORK_PLACEHOLDER_RESULT } from '../../../core/fork/fork-agent.ts';
import { buildNotification, type ForkReport } from '../../../core/fork/notification.ts';
import { buildWorktreeNotice } from '../../../core/fork/worktree-notice.ts';
import { memoryTools } from '../testing/memory-tools.ts';
import { brief, Talk } from '../testing/talk.ts';

const PROMPT = 'Fork into two:\n1. run `left`\n2. run `right`, then read a.md';

/** A root that has just asked for two forks. */
function launched(): Talk {
  const talk = new Talk().say(PROMPT);
  talk.next();
  return talk;
}

function child(number: number, directive: string, notices: string[] = []): string {
  return buildChildMessage(directive, {
    identity: { number, count: 2, description: 'a part', callId: '1-0' },
    notices,
  });
}

const placeholder = () => ({ output: FORK_PLACEHOLDER_RESULT });

describe('the root', () => {
  it('asks for all forks in one message, without a type, and then stops', () => {
    const talk = new Talk().say(PROMPT);
    expect(talk.next().calls).toEqual([
      { name: 'agent', args: { description: 'Run left', prompt: 'run `left`' } },
      { name: 'agent', args: { description: 'Run right', prompt: 'run `right`, then read a.md' } },
    ]);
    const { said, calls } = talk.answer(placeholder).next();
    expect(calls).toEqual([]);
    expect(said).toBe(
      'Two forks are at work now, side by side: "Run left", "Run right". I sum up when their reports are in.',
    );
  });

  it('asks for the parts when none are named', () => {
    expect(new Talk().say('Fork into three').next().said).toMatch(/^Into which parts\?/);
  });

  it('says which could not be started', () => {
    const talk = launched();
    talk.answer(({ args }) => (args.description === 'Run left' ? placeholder() : { error: 'The limit is reached.' }));
    expect(talk.next().said).toMatch(
      /^One fork is at work now, side by side: "Run left"\..* 1 could not be started: The limit is reached\.$/,
    );
  });

  it('does the parts itself when forks are refused, or are no tool of this session', () => {
    const refused = launched().answer(() => ({ error: 'A fork cannot start branches.' }));
    expect(brief(refused.run(memoryTools({ 'a.md': '# A' })).calls)).toEqual([
      'bash left',
      'bash right',
      'read_file a.md',
    ]);
    const without = new Talk(['bash', 'read_file']).say(PROMPT);
    expect(brief(without.run(memoryTools({ 'a.md': '# A' })).calls)).toEqual([
      'bash left',
      'bash right',
      'read_file a.md',
    ]);
  });
});

describe('a fork', () => {
  const notice = buildWorktreeNotice('/repo', '/trees/fork 1. Read it, then run the tests');

  it('obeys its directive alone, in the acknowledged shape', () => {
    const talk = launched().answer(placeholder, child(2, 'run `right`, then read a.md', [notice]));
    talk.contents.push({ role: 'model', parts: [{ text: FORK_ACKNOWLEDGEMENT }] });
    const { said, calls } = talk.say(FORK_BEGIN).run(memoryTools({ 'a.md': '# A' }));
    expect(brief(calls)).toEqual(['bash right', 'read_file a.md']);
    expect(said.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Scope',
      'Result',
      'Key files',
      'Verification',
    ]);
    expect(said).toMatch(/^Scope: run `right`, then read a\.md\n/);
  });

  it('obeys it in the direct shape, and without any history', () => {
    const direct = launched().answer(placeholder, child(1, 'run `left`', [notice]));
    expect(brief(direct.run(memoryTools({})).calls)).toEqual(['bash left']);
    const alone = new Talk().say(child(1, 'run `left`'));
    expect(alone.run(memoryTools({})).said).toMatch(/^Scope: run `left`\n/);
  });

  it('obeys it behind a message that had no answer yet', () => {
    const talk = new Talk().say('Run `root`.', child(1, 'run `left`'));
    expect(brief(talk.run(memoryTools({})).calls)).toEqual(['bash left']);
  });

  it('says nothing until its report, and reports what failed under Issues', () => {
    const talk = new Talk().say(child(1, 'run `good`, then run `bad`'));
    const tools = memoryTools({}, (command) =>
      command === 'bad' ? { error: 'boom\nexit code 1' } : { output: 'fine' },
    );
    expect(talk.next().said).toBe('');
    talk.answer(tools);
    expect(talk.next().said).toBe('');
    const report = talk.answer(tools).next().said;
    expect(report).toContain('Result: `good` ran without a fault.');
    expect(report).toContain('Issues: `bad` failed.');
    expect(report).not.toContain('```');
  });

  it('is refused a fork of its own and does the work itself', () => {
    const talk = new Talk().say(child(1, PROMPT));
    expect(talk.next().calls.map(({ name }) => name)).toEqual(['agent', 'agent']);
    talk.answer(() => ({ error: 'A fork cannot start branches.' }));
    const { said, calls } = talk.run(memoryTools({ 'a.md': '# A' }));
    expect(brief(calls)).toEqual(['bash left', 'bash right', 'read_file a.md']);
    expect(said).toMatch(/^Scope:/);
  });

  it('stops and reports when a person says so, and takes a further message afterwards', () => {
    const talk = new Talk().say(child(1, 'run `one`, then run `two`'));
    talk.next();
    const { said } = talk.answer(memoryTools({}), 'Stop and report.').next();
    expect(said).toContain('Result: Stopped on request. `one` ran without a fault.');
    expect(brief(talk.say('run `three`').run(memoryTools({})).calls)).toEqual(['bash three']);
  });
});

describe('reports that come in', () => {
  const report = (title: string, more: Partial<ForkReport> = {}): ForkReport => ({
    branch: title,
    title,
    callId: null,
    status: 'completed',
    report: `Scope: ${title}\nResult: It works & <is> done.\nFiles changed: \`${title}.js\` (edited)\nVerification: ran it.`,
    reason: null,
    changes: { path: '/tree', files: 1, added: 3, removed: 1 },
    ...more,
  });
  const idleRoot = () => {
    const talk = launched().answer(placeholder);
    talk.next();
    return talk;
  };

  it('are acknowledged while others are out', () => {
    const { said, calls } = idleRoot()
      .say(buildNotification([report('left')], 1))
      .next();
    expect(calls).toEqual([]);
    expect(said).toBe('"left" is done. One fork is still at work.');
  });

  it('are summed up when the last is in, those of earlier messages included', () => {
    const talk = idleRoot().say(buildNotification([report('left')], 1));
    talk.next();
    const { said } = talk.say(buildNotification([report('right')], 0)).next();
    expect(said).toMatch(/^Both forks are done\./);
    expect(said).toContain(
      '**left.** It works & <is> done. Changed: `left.js` (edited), +3 −1 lines. Checked: ran it.',
    );
    expect(said).toContain('**right.** It works');
    expect(said).toContain('own worktree');
  });

  it('are summed up honestly when one failed and one was interrupted, both in one message', () => {
    const reports = [
      report('left', { status: 'failed', reason: 'The model did not answer.', report: null, changes: null }),
      report('right', { status: 'interrupted', reason: 'Interrupted by you', report: 'Half of it.', changes: null }),
    ];
    const { said } = idleRoot().say(buildNotification(reports, 0)).next();
    expect(said).toContain('None of the 2 forks completed its part.');
    expect(said).toContain('**left.** It failed: The model did not answer.');
    expect(said).toContain('**right.** It was interrupted: Interrupted by you. Half of it.');
  });

  it('do not stop work that is under way', () => {
    const talk = idleRoot().say('run `one`, then run `two`');
    talk.next();
    talk.answer(memoryTools({}), buildNotification([report('left'), report('right')], 0));
    const { said, calls } = talk.run(memoryTools({}));
    expect(brief(calls)).toEqual(['bash two']);
    expect(said).toContain('**right.**');
  });

  it('belong to their own round: a later fan-out is summed up alone', () => {
    const talk = idleRoot().say(buildNotification([report('left'), report('right')], 0));
    talk.next();
    talk.say(PROMPT).next();
    talk.answer(placeholder).next();
    const { said } = talk.say(buildNotification([report('third')], 0)).next();
    expect(said).toContain('**third.**');
    expect(said).not.toContain('**left.**');
  });
});
