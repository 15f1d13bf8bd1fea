import { describe, expect, it } from 'vitest';
import { askListIn } from './ask-list.ts';

describe('a wish to ask agents', () => {
  it('is read as agents with their prompts, and what comes before them', () => {
    expect(
      askListIn(
        'Read README.md. Ask explore: list src; read package.json; explain src/a.js. Ask `general` in a worktree: write "x" to x.txt and run `ls`.',
      ),
    ).toEqual({
      before: 'Read README.md.',
      asks: [
        { agent: 'explore', inWorktree: false, prompts: ['list src', 'read package.json', 'explain src/a.js'] },
        { agent: 'general', inWorktree: true, prompts: ['write "x" to x.txt and run `ls`'] },
      ],
    });
  });

  it('takes a list, one prompt an item', () => {
    expect(askListIn('Ask the agent explore:\n1. list src\n2. read a.md\n')).toEqual({
      before: '',
      asks: [{ agent: 'explore', inWorktree: false, prompts: ['list src', 'read a.md'] }],
    });
  });

  it('is also what the prompt box writes for /ask', () => {
    expect(
      askListIn(
        'Ask a subagent of the type "explore" (the `agent` tool with `subagent_type`), and tell me what it reports:\n\nlist src',
      ),
    ).toEqual({ before: '', asks: [{ agent: 'explore', inWorktree: false, prompts: ['list src'] }] });
  });

  it('is no talk of asking', () => {
    expect(askListIn('I ask you to explore: read a.md')).toBeUndefined();
    expect(askListIn('ask me later')).toBeUndefined();
  });
});
