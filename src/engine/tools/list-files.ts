import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { errorCode, systemFailure, ToolFailure } from './tool-failure.ts';
import { resolveToolPath, type ToolPath } from './tool-path.ts';

/** Entries of one answer. */
const MOST_ENTRIES = 1_000;

export const listFilesTool = defineTool({
  declaration: {
    name: 'list_files',
    description:
      'Lists the entries of one folder, hidden and ignored ones included, by name. Folders end with a slash, symbolic ' +
      `links show where they point. At most ${MOST_ENTRIES} entries are shown.`,
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: "The folder's path, relative to your root; `.` for the root itself." },
      },
      required: ['path'],
    },
  },
  risk: 'read',
  schema: z.object({ path: z.string().min(1) }),
  async subject({ path }) {
    return { title: `list ${path}`, detail: path };
  },
  async run({ path }, context) {
    const folder = await resolveToolPath(context, path);
    const entries = (await entriesOf(folder)).filter((entry) => entry.name !== '.git').sort(byName);
    if (entries.length === 0) return `${folder.note}\`${folder.relative}\` is empty.`;
    const shown = await Promise.all(entries.slice(0, MOST_ENTRIES).map((entry) => shownName(folder, entry)));
    const more = entries.length - shown.length;
    const notice = more > 0 ? `\n[${more} more entries. Use search, or list_files on a folder below.]` : '';
    return `${folder.note}${shown.join('\n')}${notice}`;
  },
});

async function entriesOf(folder: ToolPath): Promise<Dirent[]> {
  try {
    return await readdir(folder.absolute, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new ToolFailure(`\`${folder.relative}\` does not exist; list the folder above it.`);
    if (code === 'ENOTDIR') throw new ToolFailure(`\`${folder.relative}\` is a file, not a folder; use read_file.`);
    throw systemFailure(folder.relative, error);
  }
}

async function shownName(folder: ToolPath, entry: Dirent): Promise<string> {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.isSymbolicLink()) return entry.name;
  const target = await readlink(join(folder.absolute, entry.name)).catch(() => '?');
  return `${entry.name} -> ${target}`;
}

/** By code unit, so that the order does not depend on the person's language. */
function byName(left: Dirent, right: Dirent): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
