import { EditorView } from '@codemirror/view';

/** CodeMirror in the window's own tokens, so that it follows the theme by itself. */
export const EDITOR_THEME = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--size-2)', background: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'var(--ring) solid var(--focus)', outlineOffset: 'calc(var(--ring) * -1)' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'var(--surface)', color: 'var(--text-3)', border: '0' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-line.is-open': { background: 'var(--warning-soft)' },
  '.cm-line.is-settled': { background: 'var(--added-soft)' },
  '.cm-line.is-side': { background: 'color-mix(in srgb, var(--accent) 9%, var(--surface))' },
  '.cm-line.is-current': { boxShadow: 'inset var(--stripe) 0 var(--accent)' },
});
