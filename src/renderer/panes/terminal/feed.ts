import { MAX_TERMINAL_CHUNKS } from '../../../core/session/apply-tool.ts';
import type { BranchState, TerminalChunk, ToolCallState } from '../../../core/session/state.ts';

/** The part of a branch that a terminal shows. */
export type TerminalSource = Pick<BranchState, 'terminal' | 'calls' | 'callOrder'>;

/** What a screen already shows. Chunks and calls never change, so identity tells what is new. */
export interface TerminalPosition {
  readonly last: TerminalChunk | null;
  /** How many chunks the state held; fewer than that later means that it was cut. */
  readonly count: number;
  readonly openCall: string | null;
  readonly headed: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  readonly endsWithNewline: boolean;
}

export interface TerminalStep {
  /** The screen must be cleared before the text is written. */
  readonly reset: boolean;
  readonly text: string;
  readonly position: TerminalPosition;
}

export const EMPTY_SCREEN: TerminalPosition = {
  last: null,
  count: 0,
  openCall: null,
  headed: new Set(),
  closed: new Set(),
  endsWithNewline: true,
};

/** Characters written in one step, so that one frame never carries a whole flood. */
export const MAX_STEP_CHARACTERS = 256 * 1024;

const SGR = (codes: string, text: string) => `\u001b[${codes}m${text}\u001b[0m`;
/** Bright blue is the accent and bright black the faint text in `terminalTheme`. */
const ACCENT = '1;94';
const FAINT = '90';
const BAD = '31';

/**
 * What to write so that a screen at `position` shows `source`: output that is new, each command under a line with its
 * name, each end with its exit code. Clears the screen first when what it shows is no longer what the state begins
 * with (replay went back, or another branch is shown).
 */
export function feedTerminal(position: TerminalPosition, source: TerminalSource): TerminalStep {
  const start = fits(position, source) ? startOf(position, source.terminal) : null;
  return start === null ? write(EMPTY_SCREEN, source, 0, true) : write(position, source, start, false);
}

/** False when the screen shows commands or ends that the state does not know (yet). */
function fits({ headed, closed }: TerminalPosition, { calls }: TerminalSource): boolean {
  for (const id of headed) if (!calls[id]) return false;
  for (const id of closed) if (calls[id]?.endedAt == null) return false;
  return true;
}

/** Index of the first chunk that is new; null when the screen shows output that the state does not hold. */
function startOf({ last, count }: TerminalPosition, chunks: readonly TerminalChunk[]): number | null {
  if (last === null) return 0;
  if (chunks[count - 1] === last) return count;
  // The state drops old chunks from the front now and then: what follows the last known one is still new.
  const at = chunks.lastIndexOf(last);
  return at < 0 ? null : at + 1;
}

function write(before: TerminalPosition, source: TerminalSource, start: number, reset: boolean): TerminalStep {
  const { terminal, calls, callOrder } = source;
  const screen = new Screen(before);
  const commands = callOrder.filter((id) => runsInTerminal(calls[id]));
  const skipSilent = start === 0 && terminal.length >= MAX_TERMINAL_CHUNKS;
  let index = start;
  for (; index < terminal.length && screen.text.length < MAX_STEP_CHARACTERS; index++) {
    const chunk = terminal[index];
    if (!chunk) break;
    if (!skipSilent) screen.showEarlier(commands, chunk.callId, calls);
    screen.show(chunk.callId, calls[chunk.callId]);
    screen.append(chunk.data);
    screen.last = chunk;
  }
  // Ends are written once all output of a command stands on the screen.
  if (index === terminal.length) {
    for (const id of commands) {
      const call = calls[id];
      if (!call || screen.closed.has(id)) continue;
      if (!screen.headed.has(id) && skipSilent) continue;
      screen.show(id, call);
      if (call.endedAt !== null) screen.close(call);
    }
    const open = screen.openCall === null ? undefined : calls[screen.openCall];
    if (open && open.endedAt !== null && !screen.closed.has(open.callId)) screen.close(open);
  }
  return { reset, text: screen.text, position: screen.position(index) };
}

class Screen {
  text = '';
  last: TerminalChunk | null;
  openCall: string | null;
  readonly headed: Set<string>;
  readonly closed: Set<string>;
  #endsWithNewline: boolean;

  constructor(before: TerminalPosition) {
    this.last = before.last;
    this.openCall = before.openCall;
    this.headed = new Set(before.headed);
    this.closed = new Set(before.closed);
    this.#endsWithNewline = before.endsWithNewline;
  }

  append(data: string): void {
    if (data === '') return;
    this.text += data;
    this.#endsWithNewline = data.endsWith('\n');
  }

  /** Makes `id` the command whose output follows. */
  show(id: string, call: ToolCallState | undefined): void {
    if (this.openCall === id) return;
    this.#line();
    const again = this.headed.has(id) ? ' (goes on)' : '';
    this.append(`${SGR(ACCENT, `$ ${commandOf(call)}${again}`)}\r\n`);
    this.headed.add(id);
    this.openCall = id;
  }

  /** Commands that ended without a word stand in their order too. */
  showEarlier(commands: readonly string[], until: string, calls: TerminalSource['calls']): void {
    const at = commands.indexOf(until);
    for (const id of commands.slice(0, Math.max(0, at))) {
      const call = calls[id];
      if (!call || call.endedAt === null || this.closed.has(id)) continue;
      this.show(id, call);
      this.close(call);
    }
  }

  close(call: ToolCallState): void {
    this.#line();
    this.append(`${endOf(call)}\r\n\r\n`);
    this.closed.add(call.callId);
    if (this.openCall === call.callId) this.openCall = null;
  }

  position(count: number): TerminalPosition {
    const { last, openCall, headed, closed } = this;
    return { last, count, openCall, headed, closed, endsWithNewline: this.#endsWithNewline };
  }

  #line(): void {
    if (!this.#endsWithNewline) this.append('\r\n');
  }
}

function endOf({ status, exitCode, signal }: ToolCallState): string {
  if (signal) return SGR(BAD, `ended by ${signal}`);
  if (status === 'denied') return SGR(BAD, 'denied');
  if (exitCode === null) return SGR(status === 'ok' ? FAINT : BAD, status === 'ok' ? 'done' : status);
  return SGR(exitCode === 0 ? FAINT : BAD, `exit ${exitCode}`);
}

/** Calls that run a command: the model's, and what sets a new worktree up. */
export function runsInTerminal(call: Pick<ToolCallState, 'name'> | undefined): boolean {
  return call?.name === 'bash' || call?.name === 'setup';
}

/** The command as it was typed: the engine's title without the tool's name, on one line, without control codes. */
export function commandOf(call: ToolCallState | undefined): string {
  if (!call) return '…';
  const title = call.title.startsWith(`${call.name} `) ? call.title.slice(call.name.length + 1) : call.title;
  return [...title].map((character) => (character < ' ' || character === '\u007f' ? ' ' : character)).join('');
}
