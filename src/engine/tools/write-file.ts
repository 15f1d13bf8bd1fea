import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { readTextFileIfThere } from './text-file.ts';
import type { ToolContext } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';
import { resolveToolPath } from './tool-path.ts';
import { unifiedDiff } from './unified-diff.ts';
import { writeAtomically } from './write-atomically.ts';

interface WriteArguments {
  readonly path: string;
  readonly content: string;
}

export const writeFileTool = defineTool<WriteArguments>({
  declaration: {
    name: 'write_file',
    description:
      'Writes a whole text file: a new one, or in place of the old one, whose permissions are kept. Missing folders are ' +
      'made. To change a part of a file, use edit_file.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: "The file's path, relative to your root." },
        content: { type: 'string', description: 'The whole new content of the file.' },
      },
      required: ['path', 'content'],
    },
  },
  risk: 'edit',
  schema: z.object({ path: z.string().min(1), content: z.string() }),
  async subject(args, context) {
    const { file, before } = await load(args, context);
    const diff = unifiedDiff(file.relative, before?.bytes.toString('utf8') ?? null, args.content);
    const verb = before === null ? 'create' : 'replace';
    return { title: `${verb} ${file.relative}`, detail: `${file.note}${diff || 'The content stays the same.'}` };
  },
  async run(args, context) {
    const { file, before } = await load(args, context);
    const size = `${countLines(args.content)}, ${Buffer.byteLength(args.content).toLocaleString('en-US')} bytes`;
    if (before?.bytes.equals(Buffer.from(args.content))) {
      return `${file.note}\`${file.relative}\` already has this content (${size}); nothing was written.`;
    }
    await writeAtomically(file, args.content, before?.mode ?? null);
    return `${file.note}${before === null ? 'Created' : 'Replaced'} \`${file.relative}\` (${size}).`;
  },
});

async function load({ path }: WriteArguments, context: ToolContext) {
  if (/[/\\]$/.test(path)) throw new ToolFailure(`\`${path}\` names a folder; give the path of a file.`);
  const file = await resolveToolPath(context, path);
  return { file, before: await readTextFileIfThere(file) };
}

function countLines(text: string): string {
  const ends = text.split('\n').length - 1;
  const lines = text === '' || text.endsWith('\n') ? ends : ends + 1;
  return lines === 1 ? '1 line' : `${lines} lines`;
}
