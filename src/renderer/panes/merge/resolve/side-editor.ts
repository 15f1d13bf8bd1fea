import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import type { SideLines } from '../../../../core/worktree/locate-regions.ts';
import { codeColours } from './code-colours.ts';
import { EDITOR_THEME } from './editor-theme.ts';

export interface SideEditor {
  readonly view: EditorView;
  /** Offsets of the first line of each region, and of the line after it. */
  places(): number[];
  show(region: number): void;
}

export interface SideEditorParts {
  /** Of the file, for the colours of its language. */
  readonly path: string;
  readonly text: string;
  readonly regions: readonly SideLines[];
  readonly label: string;
}

const goTo = StateEffect.define<number>();

/** One version of the file, to read: its lines in conflict are marked. */
export function openSideEditor(parent: HTMLElement, { path, text, regions, label }: SideEditorParts): SideEditor {
  const colours = codeColours(path);
  const current = StateField.define<number>({
    create: () => 0,
    update: (now, { effects }) => effects.reduce((at, effect) => (effect.is(goTo) ? effect.value : at), now),
  });
  const marks = EditorView.decorations.compute([current], (state): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>();
    for (const [index, { line, count }] of regions.entries()) {
      const look = `is-side${state.field(current) === index ? ' is-current' : ''}`;
      for (let at = line; at < line + count && at <= state.doc.lines; at++) {
        const { from } = state.doc.line(at);
        builder.add(from, from, Decoration.line({ class: look }));
      }
    }
    return builder.finish();
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        minimalSetup,
        lineNumbers(),
        EditorView.lineWrapping,
        EditorState.lineSeparator.of('\n'),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
        EDITOR_THEME,
        colours.extension,
        current,
        marks,
      ],
    }),
  });
  void colours.load(view);
  const { doc } = view.state;
  const startOf = (line: number): number => (line > doc.lines ? doc.length : doc.line(Math.max(1, line)).from);
  return {
    view,
    places: () => regions.flatMap(({ line, count }) => [startOf(line), startOf(line + count)]),
    show(region) {
      const line = Math.min(regions[region]?.line ?? 1, view.state.doc.lines);
      const at = view.state.doc.line(line).from;
      view.dispatch({ effects: [goTo.of(region), EditorView.scrollIntoView(at, { y: 'start', yMargin: 60 })] });
    },
  };
}
