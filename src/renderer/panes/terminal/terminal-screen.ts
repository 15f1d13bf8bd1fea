import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { onThemeChange } from '../shared/use-theme.ts';
import { EMPTY_SCREEN, feedTerminal, type TerminalPosition, type TerminalSource } from './feed.ts';
import { terminalFont, terminalTheme } from './theme.ts';
import { widestLine } from './widest-line.ts';

/** Columns that a command's terminal has when it starts. */
const PTY_COLUMNS = 120;
/** Width of the terminal's own scrollbar in CSS pixels, which the fitting leaves free as well. */
const BAR_PX = 14;
/** Lines kept above the visible ones. */
const SCROLLBACK = 10_000;

export interface TerminalScreenOptions {
  /** Reads the state when a frame is due, so that what a frame cannot take is simply read later. */
  readonly source: () => TerminalSource | null;
  onInput(data: string): void;
  /** True for a key that the window answers, not the command that has the keyboard. */
  isWindowKey(event: KeyboardEvent): boolean;
  /** The address under the pointer; null when there is none. */
  onLink(address: string | null): void;
  /** A link was pressed: what a command prints is never opened from here. */
  onPressLink(address: string): void;
  onMatches(current: number, count: number): void;
  /** The screen has another size now, in character cells. */
  onSize(columns: number, rows: number): void;
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
  #fitting = { cols: 80, rows: 24 };
  #widest = 0;

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
        activate: (_event, address) => options.onPressLink(address),
        hover: (_event, address) => options.onLink(address),
        leave: () => options.onLink(null),
      },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(
      new WebLinksAddon((_event, address) => options.onPressLink(address), {
        hover: (_event, address) => options.onLink(address),
        leave: () => options.onLink(null),
      }),
    );
    this.#terminal.open(element);
    this.#terminal.onResize(({ cols, rows }) => options.onSize(cols, rows));
    this.#terminal.onData((data) => options.onInput(data));
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) => options.onMatches(resultIndex + 1, resultCount));
    this.#terminal.attachCustomKeyEventHandler(
      (event) => !isPaneKey(event, this.#terminal.hasSelection()) && !options.isWindowKey(event),
    );
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

  /** Size of the screen in character cells. */
  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  find(query: string, direction: 1 | -1): void {
    const theme = terminalTheme();
    const options = {
      decorations: {
        matchBackground: theme.selectionBackground,
        activeMatchBackground: theme.yellow,
        activeMatchBorder: theme.foreground,
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
    if (step.reset) {
      this.#terminal.reset();
      this.#widest = 0;
    }
    if (step.text === '') return;
    this.#widen(step.text);
    this.#isWriting = true;
    this.#terminal.write(step.text, () => {
      this.#isWriting = false;
      this.update();
    });
  }

  /** A hidden tab has no size: fitting to it would wrap every line at two columns. */
  #fitWhenShown(element: HTMLElement): void {
    if (element.clientWidth === 0 || element.clientHeight === 0) return;
    const fitting = this.#fit.proposeDimensions();
    if (!fitting || Number.isNaN(fitting.cols)) return;
    this.#fitting = fitting;
    this.#resize();
  }

  /** Output that was laid out for a wider terminal keeps its lines whole: the screen then scrolls sideways. */
  #widen(text: string): void {
    if (this.#widest >= PTY_COLUMNS) return;
    this.#widest = Math.max(this.#widest, Math.min(PTY_COLUMNS, widestLine(text)));
    this.#resize();
  }

  #resize(): void {
    const { cols, rows } = this.#fitting;
    const columns = Math.max(cols, this.#widest);
    // The bar that scrolls sideways lies on the last line, so one line is left to it.
    const shown = Math.max(2, columns > cols ? rows - 1 : rows);
    if (columns !== this.#terminal.cols || shown !== this.#terminal.rows) this.#terminal.resize(columns, shown);
    const { element } = this.#terminal;
    const screen = element?.querySelector<HTMLElement>('.xterm-screen');
    // The bar that scrolls up and down stands behind the last column, never on it.
    if (element && screen) element.style.minWidth = columns > cols ? `${screen.offsetWidth + BAR_PX}px` : '';
  }
}

/** Keys that belong to this pane even while a command has the keyboard: find, and copy what is selected. */
function isPaneKey(event: KeyboardEvent, hasSelection: boolean): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  return key === 'f' || (key === 'c' && hasSelection);
}
