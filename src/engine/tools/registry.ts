import { type BashOptions, bashTool } from './bash.ts';
import { editFileTool } from './edit-file.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { searchTool } from './search.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './write-file.ts';

/**
 * The tools that every branch has, by name. The order is part of the request's cached prefix: a change of it, or of any
 * declaration, makes every stored prefix cold.
 */
export function coreTools(options: BashOptions = {}): Tool[] {
  return [bashTool(options), editFileTool, listFilesTool, readFileTool, searchTool, writeFileTool];
}
