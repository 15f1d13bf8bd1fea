import { expect, test } from 'vitest';
import type { TerminalChunk, ToolCallState } from '../../../core/session/state.ts';
import { plainText } from '../transcript/output-lines.ts';
import { EMPTY_SCREEN, feedTerminal, MAX_STEP_CHARACTERS, type TerminalSource } from './feed.ts';

function call(callId: string, title: string, end: Partial<ToolCallState> = {}): ToolCallState {
  return {
    callId,
    name: 'bash',
    title,
    startedAt: 0,
    endedAt: null,
    status: 'running',
    exitCode: null,
    signal: null,
    requestId: null,
    ...end,
  };
}
const ENDED = { endedAt: 1, status: 'ok', exitCode: 0 } as const;

function source(terminal: TerminalChunk[], ...calls: ToolCallState[]): TerminalSource {
  return {
    terminal,
    calls: Object.fromEntries(calls.map((each) => [each.callId, each])),
    callOrder: calls.map((c) => c.callId),
  };
}

/** What stands on a screen that begins empty and is fed each state in turn. */
function screenAfter(...states: TerminalSource[]): string {
  let position = EMPTY_SCREEN;
  let text = '';
  for (const state of states) {
    const step = feedTerminal(position, state);
    text = step.reset ? step.text : text + step.text;
    position = step.position;
  }
  return plainText(text);
}

const hello: TerminalChunk = { callId: 'a', data: 'hello\r\n' };
const world: TerminalChunk = { callId: 'a', data: 'world' };
const other: TerminalChunk = { callId: 'b', data: 'x\r\n' };

test('output stands under its command and above its exit code', () => {
  const done = source(
    [hello, world, other],
    call('a', 'bash npm test', ENDED),
    call('b', 'bash ls', { ...ENDED, status: 'error', exitCode: 2 }),
  );
  expect(screenAfter(done)).toBe('$ npm test\nhello\nworld\nexit 0\n\n$ ls\nx\nexit 2');
});

test('piece by piece gives the same screen as all at once', () => {
  const whole = source([hello, world, other], call('a', 'bash npm test', ENDED), call('b', 'bash ls', ENDED));
  expect(
    screenAfter(
      source([], call('a', 'bash npm test')),
      source([hello], call('a', 'bash npm test')),
      source([hello, world], call('a', 'bash npm test')),
      source([hello, world], call('a', 'bash npm test', ENDED)),
      source([hello, world, other], call('a', 'bash npm test', ENDED), call('b', 'bash ls')),
      whole,
      whole,
    ),
  ).toBe(screenAfter(whole));
});

test('a state that dropped its oldest chunks goes on without a reset', () => {
  const first = feedTerminal(EMPTY_SCREEN, source([hello, world], call('a', 'bash long')));
  const next = feedTerminal(first.position, source([world, { callId: 'a', data: '!' }], call('a', 'bash long')));
  expect(next).toMatchObject({ reset: false, text: '!' });
});

test('replay that went back clears the screen', () => {
  const late = feedTerminal(EMPTY_SCREEN, source([hello, world], call('a', 'bash long', ENDED)));
  const early = feedTerminal(late.position, source([hello], call('a', 'bash long')));
  expect(early.reset).toBe(true);
  expect(plainText(early.text)).toBe('$ long\nhello');
});

test('replay that went back before the end of a command, but not before its output, clears the end away', () => {
  const late = feedTerminal(EMPTY_SCREEN, source([hello], call('a', 'bash long', ENDED)));
  const early = feedTerminal(late.position, source([hello], call('a', 'bash long')));
  expect(early.reset).toBe(true);
  expect(plainText(early.text)).toBe('$ long\nhello');
});

test('commands without output have their line and their end, in order', () => {
  const quiet = source([other], call('a', 'bash true', ENDED), call('b', 'bash echo x'));
  expect(screenAfter(quiet)).toBe('$ true\nexit 0\n\n$ echo x\nx');
  expect(
    screenAfter(source([], call('a', 'bash sleep 9', { endedAt: 1, status: 'interrupted', signal: 'SIGKILL' }))),
  ).toBe('$ sleep 9\nended by SIGKILL');
});

test('a title cannot smuggle codes into the terminal', () => {
  expect(feedTerminal(EMPTY_SCREEN, source([], call('a', 'bash echo \u001b[2Jx'))).text).not.toContain('\u001b[2J');
});

test('a flood is cut into steps and nothing is lost', () => {
  const size = 100_000;
  const flood = Array.from({ length: 8 }, (_, index) => ({ callId: 'a', data: `${index}`.repeat(size) }));
  const state = source(flood, call('a', 'bash yes', ENDED));
  let position = EMPTY_SCREEN;
  let text = '';
  for (let step = 0; step < 20; step++) {
    const next = feedTerminal(position, state);
    expect(next.text.length).toBeLessThan(MAX_STEP_CHARACTERS + size + 100);
    text += next.text;
    position = next.position;
  }
  expect(plainText(text)).toBe(`$ yes\n${flood.map(({ data }) => data).join('')}\nexit 0`);
});
