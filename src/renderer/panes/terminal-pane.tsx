import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import type { BranchState } from '../../core/session/state.ts';
import { copyText } from '../actions/copy-text.ts';
import { host } from '../bridge.ts';
import { commandFor } from '../commands/use-command-keys.ts';
import { usePastClock } from '../replay/use-past-clock.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { FindBar, isFindKey } from './shared/find-bar.tsx';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { useBranchField } from './shared/use-branch-field.ts';
import { commandOf, runsInTerminal } from './terminal/feed.ts';
import './terminal/terminal.css';
import { TerminalScreen } from './terminal/terminal-screen.ts';

export interface TerminalPaneProps {
  readonly branch: string;
}

/** The terminal of one branch: every command it ran, one below the other, and a way to type into the one that runs. */
export function TerminalPane({ branch }: TerminalPaneProps) {
  const title = useBranchField(branch, (found) => found.title, '');
  const hasRun = useBranchField(branch, hasTerminal, false);
  const running = useBranchField(branch, runningCommand, null);
  return (
    <section className="pane-view terminal-pane" aria-label={`Terminal of ${title}`}>
      {hasRun ? (
        <Screen key={branch} branch={branch} running={running} />
      ) : (
        <PaneEmpty title="No command has run yet." />
      )}
    </section>
  );
}

function Screen({ branch, running }: { branch: string; running: string | null }) {
  const element = useRef<HTMLDivElement>(null);
  const screen = useRef<TerminalScreen>(null);
  const pastClock = usePastClock();
  const [link, setLink] = useState<PointedLink | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [find, setFind] = useState({ isOpen: false, query: '', current: 0, count: 0 });

  useEffect(() => {
    if (!element.current) return;
    const made = new TerminalScreen(element.current, {
      source: () => sessionStore.getState().state.branches[branch] ?? null,
      onLink: (address) => setLink(address === null ? null : { address, isCopied: false }),
      onPressLink: (address) => {
        void copyText(address).then((isCopied) => setLink({ address, isCopied }));
      },
      isWindowKey: (event) => isWindowKey(event, runningNow(branch)),
      onSize: (columns, rows) => void sendSize(branch, columns, rows),
      onMatches: (current, count) => setFind((was) => ({ ...was, current, count })),
      onInput: (data) => {
        void sendInput(branch, data).then(setFault);
      },
    });
    screen.current = made;
    const stop = sessionStore.subscribe(() => made.update());
    return () => {
      stop();
      made.dispose();
      screen.current = null;
    };
  }, [branch]);

  // A command that starts gets the size of the pane that shows it.
  useEffect(() => {
    const size = screen.current?.size;
    if (running !== null && size) void sendSize(branch, size.columns, size.rows);
  }, [branch, running]);

  const look = (query: string, direction: 1 | -1) => {
    setFind((was) => ({ ...was, query }));
    screen.current?.find(query, direction);
  };
  const close = () => {
    setFind((was) => ({ ...was, isOpen: false }));
    screen.current?.endFind();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches the find key of the terminal inside
    <div
      className="terminal-frame"
      onKeyDown={(event) => {
        if (!isFindKey(event)) return;
        event.preventDefault();
        setFind((was) => ({ ...was, isOpen: true }));
      }}
    >
      {find.isOpen ? (
        <FindBar
          {...find}
          onQuery={(query) => look(query, 1)}
          onStep={(direction) => look(find.query, direction)}
          onClose={close}
        />
      ) : null}
      <div ref={element} className="terminal-screen" />
      <output className="terminal-status">{statusOf(link, fault, running, pastClock)}</output>
    </div>
  );
}

interface PointedLink {
  readonly address: string;
  readonly isCopied: boolean;
}

function statusOf(link: PointedLink | null, fault: string | null, running: string | null, pastClock: string | null) {
  if (link !== null) return link.isCopied ? `Copied: ${link.address}` : `${link.address} (press to copy the address)`;
  if (fault !== null) return fault;
  if (pastClock !== null) return `As it was at ${pastClock}. What you type goes nowhere.`;
  return running === null ? 'No command is running.' : `Running: ${running}. What you type goes to it.`;
}

/** Sends what was typed; answers with a fault's sentence. Without a running command there is nobody to type to. */
async function sendInput(branch: string, data: string): Promise<string | null> {
  const { sessionId, state } = sessionStore.getState();
  const found = state.branches[branch];
  if (sessionId === null || state !== presentState() || !found || runningCommand(found) === null) return null;
  const sent = await host.call('branch.terminalInput', { sessionId, branch, data });
  return sent.ok ? null : sent.error.message;
}

/** The running command lays its output out for this pane; with none running there is nothing to fit. */
async function sendSize(branch: string, columns: number, rows: number): Promise<void> {
  const { sessionId, state } = sessionStore.getState();
  const found = state.branches[branch];
  if (sessionId === null || state !== presentState() || !found) return;
  if (runningCommand(found) === null || columns < 20 || rows < 5) return;
  await host.call('branch.terminalResize', { sessionId, branch, columns, rows });
}

function hasTerminal(branch: BranchState): boolean {
  return branch.terminal.length > 0 || branch.callOrder.some((id) => runsInTerminal(branch.calls[id]));
}

function runningNow(branch: string): boolean {
  const found = presentState().branches[branch];
  return found !== undefined && runningCommand(found) !== null;
}

/**
 * Keys of commands go past the terminal while nobody reads what is typed. A command that runs keeps the keys that
 * programs have meanings for, and leaves those that lead away from it.
 */
function isWindowKey(event: KeyboardEvent, isRunning: boolean): boolean {
  if (commandFor(event) === null) return false;
  const isMod = event.ctrlKey || event.metaKey;
  return !isRunning || event.key === 'F6' || (isMod && (event.shiftKey || event.key.toLowerCase() === 'k'));
}

function runningCommand(branch: BranchState): string | null {
  const id = branch.callOrder.findLast((callId) => {
    const call = branch.calls[callId];
    return runsInTerminal(call) && call?.status === 'running';
  });
  return id === undefined ? null : commandOf(branch.calls[id]);
}
