import { highlighter as builtIn, type DiffHighlighter } from '@git-diff-view/react';

/** More lines than this are shown without colours: colouring is one piece of work that nothing can interrupt. */
const MOST_LINES = 6_000;

const engine = builtIn.getHighlighterEngine();

/**
 * The viewer's own highlighter guesses the language of a file that it does not know by trying all of them, which takes
 * seconds. Here such a file stays plain.
 */
export const diffHighlighter: Omit<DiffHighlighter, 'getHighlighterEngine'> = {
  name: 'forkscope',
  type: 'class',
  maxLineToIgnoreSyntax: MOST_LINES,
  setMaxLineToIgnoreSyntax: () => {},
  ignoreSyntaxHighlightList: [],
  setIgnoreSyntaxHighlightList: () => {},
  getAST: (raw: string, _fileName?: string, language?: string) =>
    language && engine.registered(language)
      ? engine.highlight(language, raw)
      : { type: 'root', children: [{ type: 'text', value: raw }] },
  processAST: (tree) => builtIn.processAST(tree),
  hasRegisteredCurrentLang: () => true,
};
