import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { LARGEST_PICTURE, pictureType } from './picture-file.ts';
import { binarySentence, isBinary, readAnyFile } from './text-file.ts';
import type { ToolOutput } from './tool.ts';
import { wholeNumber } from './tool-arguments.ts';
import { ToolFailure } from './tool-failure.ts';
import { resolveToolPath } from './tool-path.ts';

/** Lines of one answer when `limit` is left out. */
const DEFAULT_LINES = 2_000;
/** Characters of one answer: about 12,000 tokens. */
const MOST_CHARACTERS = 50_000;
/** A longer line is cut: it is minified or generated, and no edit needs it whole. */
const LONGEST_LINE = 2_000;

const schema = z.object({
  path: z.string().min(1),
  offset: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
});

export const readFileTool = defineTool({
  declaration: {
    name: 'read_file',
    description:
      'Reads a text file, or shows a picture (PNG, JPEG, GIF, WebP). Each line of text comes with its number and a tab before it; these are not part of the file. ' +
      `At most ${DEFAULT_LINES} lines and ${MOST_CHARACTERS} characters come at once; use offset and limit for the rest.`,
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: "The file's path, relative to your root." },
        offset: {
          type: 'integer',
          description: 'The number of the first line to read; the first line of a file is 1.',
        },
        limit: { type: 'integer', description: 'The number of lines to read.' },
      },
      required: ['path'],
    },
  },
  risk: 'read',
  schema,
  async subject({ path }) {
    return { title: `read ${path}`, detail: path };
  },
  async run({ path, offset = 1, limit = DEFAULT_LINES }, context) {
    const file = await resolveToolPath(context, path);
    const { bytes } = await readAnyFile(file);
    const mimeType = pictureType(bytes);
    if (mimeType !== null)
      return picture(`${file.note}\`${file.relative}\``, mimeType, bytes, context.takesImages ?? false);
    if (isBinary(bytes)) throw new ToolFailure(binarySentence(file.relative, bytes));
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    if (text === '') return `${file.note}\`${file.relative}\` is empty.`;
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    if (offset > lines.length) {
      throw new ToolFailure(
        `\`${file.relative}\` has ${lines.length} lines; give an offset of at most ${lines.length}.`,
      );
    }
    const shown = numbered(lines, offset, limit);
    const last = offset + shown.length - 1;
    const notice =
      offset === 1 && last === lines.length
        ? ''
        : `\n[Lines ${offset} to ${last} of ${lines.length}.${last < lines.length ? ` Read on with offset ${last + 1}.` : ''}]`;
    return `${file.note}${shown.join('\n')}${notice}`;
  },
});

/** A picture for a model that takes one; else words that say so. */
function picture(name: string, mimeType: string, bytes: Buffer, isTaken: boolean): ToolOutput {
  const what = `${name} is a picture (${mimeType.slice('image/'.length)}, ${bytes.length.toLocaleString('en-US')} bytes)`;
  if (!isTaken) {
    throw new ToolFailure(
      `${what}, and you cannot see pictures: your model takes text only. Use bash for what can be told of it, e.g. \`file\`, or say in your result that nobody has looked at it.`,
    );
  }
  if (bytes.length > LARGEST_PICTURE) {
    throw new ToolFailure(
      `${what}, and at most ${LARGEST_PICTURE.toLocaleString('en-US')} bytes can be shown. Make a smaller copy with bash, then read that.`,
    );
  }
  const image = { kind: 'image', mimeType, data: bytes.toString('base64') } as const;
  return { text: `${what}. It is shown below the results.`, isError: false, images: [image] };
}

/** Lines with their numbers, as many as fit. At least one, so that reading on gets somewhere. */
function numbered(lines: readonly string[], offset: number, limit: number): string[] {
  const result: string[] = [];
  let characters = 0;
  for (let number = offset; number <= lines.length && result.length < limit; number += 1) {
    const line = `${number}\t${shortened(lines[number - 1] ?? '')}`;
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS && result.length > 0) break;
    result.push(line);
  }
  return result;
}

function shortened(line: string): string {
  const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (plain.length <= LONGEST_LINE) return plain;
  return `${plain.slice(0, LONGEST_LINE)} [… ${plain.length - LONGEST_LINE} more characters in this line …]`;
}
