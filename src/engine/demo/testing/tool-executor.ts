import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A tool's answer as the API wants it. */
export type ToolResponse = { readonly output: string } | { readonly error: string };

/** The tools of a session in their smallest form, on real files with real commands. For tests of the planner only. */
export function runTool(root: string, name: string, args: Readonly<Record<string, unknown>>): ToolResponse {
  const text = (key: string) => String(args[key] ?? '');
  const path = join(root, text('path'));
  try {
    switch (name) {
      case 'read_file':
        return { output: numbered(readFileSync(path, 'utf8')) };
      case 'list_files':
        return { output: entriesOf(path).join('\n') };
      case 'search':
        return {
          output: shell(root, `grep -rnI --exclude-dir=.git -e '${text('pattern')}' . | sed 's#^\\./##'`).output,
        };
      case 'write_file':
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text('content'));
        return { output: `Wrote ${text('path')}.` };
      case 'edit_file': {
        const content = readFileSync(path, 'utf8');
        const places = content.split(text('old_text')).length - 1;
        if (places !== 1) return { error: `old_text occurs ${places} times in ${text('path')}; it must occur once.` };
        writeFileSync(
          path,
          content.replace(text('old_text'), () => text('new_text')),
        );
        return { output: `Edited ${text('path')}.` };
      }
      case 'bash': {
        const { output, status } = shell(root, text('command'));
        return status === 0 ? { output } : { error: `${output}\nexit code ${status}` };
      }
      default:
        return { error: `There is no tool "${name}".` };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Every line with its number, and no line end at the end: that is how a session's own tool shows files. */
function numbered(content: string): string {
  const lines = content.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => `${index + 1}\t${line}`).join('\n');
}

/** One folder, its own folders with a slash. */
function entriesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.name !== '.git');
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
}

function shell(root: string, command: string): { output: string; status: number | null } {
  // A test runner inside a test runner would answer to the outer one.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' });
  return { output: stdout + stderr, status };
}

/** The tool declarations of a session, as far as the planner looks at them: their names. */
export const SESSION_TOOLS = ['read_file', 'list_files', 'search', 'write_file', 'edit_file', 'bash', 'agent'].map(
  (name) => ({ name, description: `The tool ${name}.`, parametersJsonSchema: { type: 'object', properties: {} } }),
);
