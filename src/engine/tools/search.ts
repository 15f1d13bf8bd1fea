import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { gitGrep } from './git-grep.ts';
import { ToolFailure } from './tool-failure.ts';
import { resolveToolPath } from './tool-path.ts';

/** Matching lines of one answer. */
const MOST_MATCHES = 200;
/** Characters of one answer: about 8,000 tokens. */
const MOST_CHARACTERS = 30_000;

export const searchTool = defineTool({
  declaration: {
    name: 'search',
    description:
      'Searches the lines of text files with an extended regular expression (POSIX ERE, as in `git grep -E`), case ' +
      'sensitive. Files that git ignores and binary files are left out. Each match comes as path:line:text, at most ' +
      `${MOST_MATCHES}.`,
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'The regular expression, e.g. `function +parse`.' },
        path: { type: 'string', description: 'The file or folder to search in, relative to your root; left out, all.' },
      },
      required: ['pattern'],
    },
  },
  risk: 'read',
  schema: z.object({ pattern: z.string().min(1), path: z.string().min(1).optional() }),
  async subject({ pattern, path }) {
    return { title: `search ${pattern}${path === undefined ? '' : ` in ${path}`}`, detail: pattern };
  },
  async run({ pattern, path = '.' }, context) {
    const place = await resolveToolPath(context, path);
    const root = await resolveToolPath(context, '.');
    const { matches, more, error } = await gitGrep({
      root: root.absolute,
      pattern,
      path: place.relative,
      signal: context.signal,
      mostMatches: MOST_MATCHES,
      mostCharacters: MOST_CHARACTERS,
    });
    if (context.signal.aborted) throw new ToolFailure('The search was interrupted.');
    if (error !== null) throw new ToolFailure(`The search failed: ${error}. Correct the pattern or the path.`);
    if (matches.length === 0) {
      return `${place.note}No line matches \`${pattern}\` in \`${place.relative}\` (ignored and binary files are left out).`;
    }
    const lines = matches.map((match) => `${match.path}:${match.line}:${match.text}`);
    const notice = more ? '\n[There are more matches. Make the pattern or the path narrower.]' : '';
    return `${place.note}${lines.join('\n')}${notice}`;
  },
});
