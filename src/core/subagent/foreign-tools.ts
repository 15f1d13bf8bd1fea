import type { SubagentToolName } from './tool-whitelist.ts';

/** What another program's tool is here: our own tools, or nothing, with the reason. */
export type ForeignTool = { readonly tools: readonly SubagentToolName[] } | { readonly absent: string };

const SAME: Readonly<Record<string, SubagentToolName>> = {
  // Claude Code
  read: 'read_file',
  ls: 'list_files',
  glob: 'list_files',
  grep: 'search',
  bash: 'bash',
  edit: 'edit_file',
  multiedit: 'edit_file',
  write: 'write_file',
  skill: 'use_skill',
  // Qwen Code and Gemini CLI
  read_many_files: 'read_file',
  list_directory: 'list_files',
  grep_search: 'search',
  search_file_content: 'search',
  run_shell_command: 'bash',
  replace: 'edit_file',
  // Cline
  search_files: 'search',
  list_code_definition_names: 'list_code_definitions',
  execute_command: 'bash',
  write_to_file: 'write_file',
  replace_in_file: 'edit_file',
};

const NOT_HERE = 'has no counterpart here';
const ABSENT: Readonly<Record<string, string>> = {
  agent: 'starts branches, which a subagent cannot',
  task: 'starts branches, which a subagent cannot',
  use_subagents: 'starts branches, which a subagent cannot',
  spawn_agent: 'starts branches, which a subagent cannot',
  webfetch: NOT_HERE,
  websearch: NOT_HERE,
  web_fetch: NOT_HERE,
  web_search: NOT_HERE,
  google_web_search: NOT_HERE,
  todowrite: NOT_HERE,
  todo_write: NOT_HERE,
  todoread: NOT_HERE,
  notebookedit: NOT_HERE,
  notebookread: NOT_HERE,
  askuserquestion: NOT_HERE,
  ask_followup_question: NOT_HERE,
  ask_question: NOT_HERE,
  exitplanmode: NOT_HERE,
  exit_plan_mode: NOT_HERE,
  killshell: NOT_HERE,
  killbash: NOT_HERE,
  powershell: NOT_HERE,
  monitor: NOT_HERE,
  slashcommand: NOT_HERE,
  toolsearch: NOT_HERE,
  sendmessage: NOT_HERE,
  taskcreate: NOT_HERE,
  taskget: NOT_HERE,
  tasklist: NOT_HERE,
  taskupdate: NOT_HERE,
  taskstop: NOT_HERE,
  enterplanmode: NOT_HERE,
  enterworktree: NOT_HERE,
  exitworktree: NOT_HERE,
  croncreate: NOT_HERE,
  cronlist: NOT_HERE,
  crondelete: NOT_HERE,
  listmcpresourcestool: NOT_HERE,
  readmcpresourcetool: NOT_HERE,
  bashoutput: NOT_HERE,
  taskoutput: NOT_HERE,
  lsp: NOT_HERE,
  save_memory: NOT_HERE,
  browser_action: NOT_HERE,
  use_mcp_tool: NOT_HERE,
  access_mcp_resource: NOT_HERE,
};

/**
 * Agent files are shared between programs, so the names of the common ones are known. A name is only ever translated to
 * the tool that does the same thing or less: a right to list files is no right to run commands. Null: nobody knows it.
 */
export function foreignTool(name: string): ForeignTool | null {
  const key = name.toLowerCase();
  if (key.startsWith('mcp__')) return { absent: NOT_HERE };
  const same = Object.hasOwn(SAME, key) ? SAME[key] : undefined;
  if (same !== undefined) return { tools: [same] };
  const absent = Object.hasOwn(ABSENT, key) ? ABSENT[key] : undefined;
  return absent === undefined ? null : { absent };
}
