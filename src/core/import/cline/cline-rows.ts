import { isRow, type Row, textAt } from '../foreign-value.ts';
import { tryParse } from '../salvage-line.ts';

/** The JSON that many rows of the window hold as their text; an empty object when it is none. */
export function jsonText(row: Row): Row {
  const value = tryParse(textAt(row, 'text') ?? '');
  return isRow(value) ? value : {};
}

/** Names of the window's tools, and what the model calls them. */
const MODEL_NAMES: { readonly [tool: string]: string } = {
  readFile: 'read_file',
  newFileCreated: 'write_to_file',
  editedExistingFile: 'replace_in_file',
  fileDeleted: 'delete_file',
  listFilesTopLevel: 'list_files',
  listFilesRecursive: 'list_files',
  listCodeDefinitionNames: 'list_code_definition_names',
  searchFiles: 'search_files',
  webFetch: 'web_fetch',
  webSearch: 'web_search',
};

export function modelName(tool: string): string {
  return MODEL_NAMES[tool] ?? tool;
}

/** Asks and says of the window that are no message of the conversation, and need no list of what is unknown. */
export const SILENT_ROWS: ReadonlySet<string> = new Set([
  'task_progress',
  'checkpoint_created',
  'completion_result',
  'resume_task',
  'resume_completed_task',
  'api_req_finished',
  'api_req_retried',
  'load_mcp_documentation',
  'command',
  'tool',
  'mcp_server_request_started',
  'user_feedback_diff',
  'hook_status',
  'hook_output_stream',
  'use_subagents',
  'subagent',
]);
