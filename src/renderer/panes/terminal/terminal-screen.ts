import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { onThemeChange } from '../shared/use-theme.ts';
import { EMPTY_SCREEN, feedTerminal, type TerminalPosition, type TerminalSource } from './feed.ts';
import { terminalFont, terminalTheme } from './theme.ts';

/** Lines kept above the visible ones. */
const SCROLLBACK = 10_000;

export interface TerminalScreenOptions {
  /** Reads the state when a frame is due, so that what a frame cannot take is simply read later. */
  readonly source: () => TerminalSource | null;
  onInput(data: string): void;
  /** The address under the pointer; null when there is none. Links are shown, never opened. */
  onLink(address: string | null): void;
  onMatches(current: number, count: number): void;
}

/** One xterm on the page and what feeds it. At most one write is under way: a flood waits in the state, not here. */
export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #options: TerminalScreenOptions;
  readonly #stops: (() => void)[] = [];
  #position: TerminalPosition = EMPTY_SCREEN;
  #frame = 0;
  #isWriting = false;

  constructor(element: HTMLElement, options: TerminalScreenOptions) {
    this.#options = options;
    this.#terminal = new Terminal({
      ...terminalFont(),
      theme: terminalTheme(),
      scrollback: SCROLLBACK,
      lineHeight: 1.35,
      minimumContrastRatio: 4.5,
      cursorStyle: 'bar',
      cursorInactiveStyle: 'none',
      allowProposedApi: true,
      // OSC 8 links of a program: the same rule as for links in plain text.
      linkHandler: {
        activate: () => {},
        hover: (_event, address) => options.onLink(address),
        leave: () => options.onLink(null),
      },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(
      new WebLinksAddon(() => {}, {
        hover: (_event, address) => options.onLink(address),
        leave: () => options.onLink(null),
      }),
    );
    this.#terminal.open(element);
    this.#terminal.onData((data) => options.onInput(data));
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) => options.onMatches(resultIndex + 1, resultCount));
    this.#terminal.attachCustomKeyEventHandler((event) => !isPaneKey(event, this.#terminal.hasSelection()));
    const observer = new ResizeObserver(() => this.#fitWhenShown(element));
    observer.observe(element);
    this.#stops.push(() => observer.disconnect());
    this.#stops.push(
      onThemeChange(() => {
        this.#terminal.options.theme = terminalTheme();
      }),
    );
    this.update();
  }

  /** Something changed: writes it with the next frame. */
  update(): void {
    if (this.#frame !== 0 || this.#isWriting) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#write();
    });
  }

  find(query: string, direction: 1 | -1): void {
    const theme = terminalTheme();
    const options = {
      decorations: {
        matchBackground: theme.selectionBackground,
        activeMatchBackground: theme.yellow,
        matchOverviewRuler: theme.selectionBackground ?? '',
        activeMatchColorOverviewRuler: theme.yellow ?? '',
      },
    };
    if (direction === 1) this.#search.findNext(query, options);
    else this.#search.findPrevious(query, options);
  }

  endFind(): void {
    this.#search.clearDecorations();
    this.#terminal.focus();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
    this.#terminal.dispose();
  }

  #write(): void {
    const source = this.#options.source();
    if (!source) return;
    const step = feedTerminal(this.#position, source);
    this.#position = step.position;
    if (step.reset) this.#terminal.reset();
    if (step.text === '') return;
    this.#isWriting = true;
    this.#terminal.write(step.text, () => {
      this.#isWriting = false;
      this.update();
    });
  }

  /** A hidden tab has no size: fitting to it would wrap every line at two columns. */
  #fitWhenShown(element: HTMLElement): void {
    if (element.clientWidth > 0 && element.clientHeight > 0) this.#fit.fit();
  }
}

/** Keys that belong to the window even while a command has the keyboard. */
function isPaneKey(event: KeyboardEvent, hasSelection: boolean): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  return key === 'f' || key === 'k' || (key === 'c' && hasSelection);
}
