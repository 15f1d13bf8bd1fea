import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { replaceOnce } from './replace-text.ts';
import { readTextFile } from './text-file.ts';
import type { ToolContext } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';
import { resolveToolPath } from './tool-path.ts';
import { unifiedDiff } from './unified-diff.ts';
import { writeAtomically } from './write-atomically.ts';

interface EditArguments {
  readonly path: string;
  readonly old_text: string;
  readonly new_text: string;
}

export const editFileTool = defineTool<EditArguments>({
  declaration: {
    name: 'edit_file',
    description:
      'Replaces one piece of text in a file. old_text must occur exactly once, so give enough lines around the change. ' +
      "The file's line ends and permissions are kept.",
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: "The file's path, relative to your root." },
        old_text: {
          type: 'string',
          description: 'The text to replace, exactly as it is in the file, without line numbers.',
        },
        new_text: { type: 'string', description: 'The text to put in its place; empty to remove it.' },
      },
      required: ['path', 'old_text', 'new_text'],
    },
  },
  risk: 'edit',
  schema: z.object({ path: z.string().min(1), old_text: z.string().min(1), new_text: z.string() }),
  async subject(args, context) {
    const { file, before, after } = await plan(args, context);
    const diff = unifiedDiff(file.relative, before.bytes.toString('utf8'), after.bytes.toString('utf8'));
    return { title: `edit ${file.relative}`, detail: `${file.note}${diff}` };
  },
  async run(args, context) {
    const { file, before, after } = await plan(args, context);
    await writeAtomically(file, after.bytes, before.mode);
    return `${file.note}Edited \`${file.relative}\` at line ${after.line}.`;
  },
});

async function plan({ path, old_text: oldText, new_text: newText }: EditArguments, context: ToolContext) {
  if (oldText === newText) throw new ToolFailure('`old_text` and `new_text` are the same; there is nothing to change.');
  const file = await resolveToolPath(context, path);
  const before = await readTextFile(file);
  return { file, before, after: replaceOnce(file.relative, before.bytes, oldText, newText) };
}
