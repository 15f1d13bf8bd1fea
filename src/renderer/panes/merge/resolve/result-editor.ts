import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { type ConflictDocument, choiceOf, type RegionChoice } from '../../../../core/worktree/conflict-document.ts';
import { codeColours } from './code-colours.ts';
import { EDITOR_THEME } from './editor-theme.ts';
import { RegionBar } from './region-bar.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}
export type Take = 'ours' | 'theirs' | 'both' | 'before';

const keep = StateEffect.define<number>();
const goTo = StateEffect.define<number>();

export interface ResultEditor {
  readonly view: EditorView;
  take(region: number, what: Take): void;
  /** Marks a region as the one in hand, and brings it into view. */
  show(region: number): void;
  /** Offsets of the first line of each region as it is now, and of the line after it. */
  places(): number[];
  text(): string;
}

export interface ResultEditorParts {
  readonly parent: HTMLElement;
  /** Of the file, for the colours of its language. */
  readonly path: string;
  readonly document: ConflictDocument;
  readonly names: { readonly ours: string; readonly theirs: string };
  readonly label: string;
  /** Hears how each region is settled, at the start and after every change. */
  onChoices(choices: readonly RegionChoice[]): void;
  /** A region was pressed. */
  onCurrent(region: number): void;
}

/** The editable result: the conflicts are places in it that are followed through every edit, also through undo. */
export function openResultEditor({
  parent,
  path,
  document,
  names,
  label,
  onChoices,
  onCurrent,
}: ResultEditorParts): ResultEditor {
  const { regions } = document;
  const colours = codeColours(path);
  const spans = StateField.define<readonly Span[]>({
    create: () => regions.map(({ from, to }) => ({ from, to })),
    update: (now, { docChanged, changes, startState }) =>
      docChanged ? followed(now, (at, side) => changes.mapPos(at, side), startState.doc.length) : now,
  });
  const kept = StateField.define<ReadonlySet<number>>({
    create: () => new Set(),
    update: (now, { effects }) =>
      effects.reduce<ReadonlySet<number>>(
        (set, effect) => (effect.is(keep) ? new Set(set).add(effect.value) : set),
        now,
      ),
  });
  const current = StateField.define<number>({
    create: () => 0,
    update: (now, { effects }) => effects.reduce((at, effect) => (effect.is(goTo) ? effect.value : at), now),
  });

  const choices = (state: EditorState): RegionChoice[] =>
    state.field(spans).map(({ from, to }, index) => {
      const region = regions[index];
      return region ? choiceOf(region, state.sliceDoc(from, to), state.field(kept).has(index)) : 'edited';
    });
  const take = (index: number, what: Take): void => {
    const region = regions[index];
    const span = view.state.field(spans)[index];
    if (!region || !span) return;
    const insert = { ours: region.ours, theirs: region.theirs, both: region.ours + region.theirs, before: region.base };
    view.dispatch({
      changes: { ...span, insert: insert[what] },
      effects: what === 'before' ? [keep.of(index), goTo.of(index)] : [goTo.of(index)],
      userEvent: 'input.take',
    });
  };
  const decorations = EditorView.decorations.compute([spans, kept, current, 'doc'], (state): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>();
    const settled = choices(state);
    for (const [index, { from, to }] of state.field(spans).entries()) {
      const choice = settled[index] ?? 'open';
      const isCurrent = state.field(current) === index;
      const bar = new RegionBar({ index, of: regions.length, choice, isCurrent, names, take, onCurrent });
      builder.add(from, from, Decoration.widget({ widget: bar, block: true, side: -1 }));
      const look = `is-${choice === 'open' ? 'open' : 'settled'}${isCurrent ? ' is-current' : ''}`;
      for (let at = from; at < to; ) {
        const line = state.doc.lineAt(at);
        builder.add(line.from, line.from, Decoration.line({ class: look }));
        at = line.to + 1;
      }
    }
    return builder.finish();
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: document.text,
      extensions: [
        minimalSetup,
        lineNumbers(),
        EditorView.lineWrapping,
        // Texts keep the very bytes that they came with: only LF ends a line here.
        EditorState.lineSeparator.of('\n'),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EDITOR_THEME,
        colours.extension,
        spans,
        kept,
        current,
        decorations,
        EditorView.updateListener.of(({ state, docChanged, transactions }) => {
          const isKept = transactions.some(({ effects }) => effects.some((effect) => effect.is(keep)));
          if (docChanged || isKept) onChoices(choices(state));
        }),
      ],
    }),
  });
  onChoices(choices(view.state));
  void colours.load(view);
  return {
    view,
    take,
    places: () => view.state.field(spans).flatMap(({ from, to }) => [from, to]),
    show(index) {
      const at = view.state.field(spans)[index]?.from ?? 0;
      view.dispatch({ effects: [goTo.of(index), EditorView.scrollIntoView(at, { y: 'start', yMargin: 60 })] });
    },
    text: () => view.state.sliceDoc(),
  };
}

/**
 * The spans after a change. What is typed at the start of a region belongs to it; at its end only when it is empty or at
 * the end of the text, for else the next line begins there.
 */
function followed(spans: readonly Span[], map: (at: number, side: -1 | 1) => number, length: number): Span[] {
  const next: Span[] = [];
  for (const { from, to } of spans) {
    const least = next.at(-1)?.to ?? 0;
    const start = Math.max(least, map(from, -1));
    next.push({ from: start, to: Math.max(start, map(to, from === to || to === length ? 1 : -1)) });
  }
  return next;
}
