import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language, Node, Parser } from '@vscode/tree-sitter-wasm';

/** A node of a syntax tree. */
export type SyntaxNode = Node;

interface Library {
  readonly Parser: typeof Parser;
  readonly Language: typeof Language;
  readonly folder: string;
}

/** Loaded once: 35 ms for the library, up to half a second for a grammar. */
let library: Promise<Library> | null = null;
const parsers = new Map<string, Promise<Parser>>();

/**
 * Calls `use` with the root of a text's syntax tree, which lives no longer than the call: trees lie in memory that no
 * garbage collector frees. Null when parsing took longer than `timeoutMs` or was aborted.
 */
export async function withSyntaxTree<Result>(
  grammar: string,
  text: string,
  limit: { readonly timeoutMs: number; readonly signal: AbortSignal },
  use: (root: SyntaxNode) => Result,
): Promise<Result | null> {
  const parser = await parserFor(grammar);
  const until = performance.now() + limit.timeoutMs;
  const isOver = () => limit.signal.aborted || performance.now() > until;
  const tree = parser.parse(text, null, { progressCallback: isOver });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

function parserFor(grammar: string): Promise<Parser> {
  let parser = parsers.get(grammar);
  if (!parser) {
    parser = makeParser(grammar);
    parsers.set(grammar, parser);
    // A failure is not kept: the file may be there again the next time.
    parser.catch(() => parsers.delete(grammar));
  }
  return parser;
}

async function makeParser(grammar: string): Promise<Parser> {
  library ??= loadLibrary().catch((error) => {
    library = null;
    throw error;
  });
  const { Parser, Language, folder } = await library;
  const language = await Language.load(await readFile(join(folder, `tree-sitter-${grammar}.wasm`)));
  return new Parser().setLanguage(language);
}

/**
 * The package stays outside of the bundle, and its files are found from it: in a checkout, in a built bundle, and inside
 * a packaged app's archive, where `readFile` works but a path handed to anything else would not.
 */
async function loadLibrary(): Promise<Library> {
  const require = createRequire(import.meta.url);
  const name = '@vscode/tree-sitter-wasm';
  const folder = dirname(require.resolve(name));
  const { Parser, Language } = require(name) as typeof import('@vscode/tree-sitter-wasm');
  const wasmBinary = await readFile(join(folder, 'tree-sitter.wasm'));
  await Parser.init({ locateFile: (file: string) => join(folder, file), wasmBinary } as Parameters<
    typeof Parser.init
  >[0]);
  return { Parser, Language, folder };
}
