import { LanguageDescription, syntaxHighlighting } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { Compartment, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

export interface CodeColours {
  readonly extension: Extension;
  /** Fetches the language of the file and shows its colours; a file of no language that is known stays plain. */
  load(view: EditorView): Promise<void>;
}

/** Colours by the file's name. The classes have their colours in resolve.css, so that they follow the theme. */
export function codeColours(path: string): CodeColours {
  const language = new Compartment();
  return {
    extension: [language.of([]), syntaxHighlighting(classHighlighter)],
    async load(view) {
      const name = path.split('/').at(-1) ?? path;
      const found = LanguageDescription.matchFilename(languages, name);
      const support = await found?.load();
      // The person may have left meanwhile.
      if (support && view.dom.isConnected) view.dispatch({ effects: language.reconfigure(support) });
    },
  };
}
