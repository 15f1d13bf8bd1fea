import { stat } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { type CodeFiles, codeFilesBelow } from './list-code-definitions-files.ts';
import { withSyntaxTree } from './list-code-definitions-grammar.ts';
import { LANGUAGE_NAMES, languageOf } from './list-code-definitions-languages.ts';
import { type Definition, outlineOf } from './list-code-definitions-outline.ts';
import { readTextFile } from './text-file.ts';
import type { ToolContext } from './tool.ts';
import { errorCode, systemFailure, ToolFailure } from './tool-failure.ts';
import { resolveToolPath, type ToolPath } from './tool-path.ts';

/** Files of one answer about a folder. */
const MOST_FILES = 100;
/** Characters of one answer: about 10,000 tokens. */
const MOST_CHARACTERS = 40_000;
/** A larger file is generated or bundled. Bytes. */
const LARGEST_FILE = 1_000_000;
/** The parser runs on the main thread: a file that needs longer is left out. */
const LONGEST_PARSE_MS = 2_000;

interface FileOutline {
  readonly path: string;
  readonly lines: readonly string[];
  readonly note: string | null;
}

export const listCodeDefinitionsTool = defineTool({
  declaration: {
    name: 'list_code_definitions',
    description:
      'Lists what source files define: classes, functions, types, and their members, each with its first and last line ' +
      `and its signature. Takes a file, or a folder with all that is below it (at most ${MOST_FILES} files; files that git ` +
      `ignores are left out). Languages: ${LANGUAGE_NAMES}.`,
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file or folder, relative to your root; `.` for the root itself.' },
      },
      required: ['path'],
    },
  },
  risk: 'read',
  schema: z.object({ path: z.string().min(1) }),
  async subject({ path }) {
    return { title: `list definitions of ${path}`, detail: path };
  },
  async run({ path }, context) {
    const place = await resolveToolPath(context, path);
    return (await isFolder(place)) ? folderAnswer(place, context) : fileAnswer(place, context);
  },
});

async function fileAnswer(file: ToolPath, context: ToolContext): Promise<string> {
  if (languageOf(file.relative) === null) {
    throw new ToolFailure(
      `\`${file.relative}\` is in no language that can be parsed here (${LANGUAGE_NAMES}); use read_file or search.`,
    );
  }
  const outline = await outlineFile(file, context);
  if (outline.note !== null && outline.lines.length === 0) return `${file.note}\`${file.relative}\`: ${outline.note}`;
  const { shown, more } = fitting([outline]);
  const notice = more > 0 ? '\n[There are more definitions. Use search or read_file for the rest.]' : '';
  return `${file.note}${shown.join('\n')}${notice}`;
}

async function folderAnswer(folder: ToolPath, context: ToolContext): Promise<string> {
  const { paths, more }: CodeFiles = await codeFilesBelow(context, folder.relative, MOST_FILES);
  if (paths.length === 0) {
    return `${folder.note}\`${folder.relative}\` holds no source files in ${LANGUAGE_NAMES}.`;
  }
  const outlines: FileOutline[] = [];
  let characters = 0;
  for (const path of paths) {
    if (context.signal.aborted) throw new ToolFailure('The listing was interrupted.');
    // Between two files other branches get their turn.
    await breathe();
    const outline = await outlineOrReason(path, context);
    outlines.push(outline);
    characters += outline.lines.reduce((total, line) => total + line.length, 0);
    if (characters > MOST_CHARACTERS) break;
  }
  const { shown, more: cut } = fitting(outlines);
  const left = paths.length - outlines.length + more;
  const files = left === 0 ? '' : `, and ${left} more files`;
  const notice =
    left > 0 || cut > 0
      ? `\n[${cut > 0 ? `${cut} more lines` : 'Not all is shown'}${files}. List a file or a folder below.]`
      : '';
  return `${folder.note}${shown.join('\n')}${notice}`;
}

/** One file that cannot be read does not spoil the list of the others. */
async function outlineOrReason(path: string, context: ToolContext): Promise<FileOutline> {
  try {
    return await outlineFile(await resolveToolPath(context, path), context);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { path, lines: [], note: error.message };
  }
}

async function outlineFile(file: ToolPath, context: ToolContext): Promise<FileOutline> {
  const path = file.relative;
  const language = languageOf(path);
  if (language === null) return { path, lines: [], note: 'not parsed' };
  const { bytes } = await readTextFile(file);
  if (bytes.length > LARGEST_FILE) return { path, lines: [], note: 'too large to be parsed; use search' };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const limit = { timeoutMs: LONGEST_PARSE_MS, signal: context.signal };
  const outline = await withSyntaxTree(language.grammar, text, limit, (root) => ({
    lines: outlineOf(root, language).map(lineOf),
    hasError: root.hasError,
  }));
  if (outline === null) return { path, lines: [], note: 'could not be parsed in time; use search' };
  const note = outline.hasError ? 'it has syntax errors, so definitions may be missing' : null;
  return { path, lines: outline.lines, note: outline.lines.length === 0 ? (note ?? 'no definitions') : note };
}

function lineOf({ line, lastLine, depth, signature }: Definition): string {
  return `${line}${lastLine > line ? `-${lastLine}` : ''}\t${'  '.repeat(depth)}${signature}`;
}

/** As many lines as fit, each file under its path. */
function fitting(outlines: readonly FileOutline[]): { shown: string[]; more: number } {
  const all = outlines.flatMap(({ path, lines, note }) => [`${path}${note === null ? '' : ` [${note}]`}`, ...lines]);
  let characters = 0;
  const shown = all.filter((line) => {
    characters += line.length + 1;
    return characters <= MOST_CHARACTERS;
  });
  return { shown, more: all.length - shown.length };
}

async function isFolder(place: ToolPath): Promise<boolean> {
  try {
    return (await stat(place.absolute)).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new ToolFailure(`\`${place.relative}\` does not exist; list_files and search show what is there.`);
    }
    throw systemFailure(place.relative, error);
  }
}
