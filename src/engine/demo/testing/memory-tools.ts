import type { MadeCall } from './talk.ts';
import type { ToolResponse } from './tool-executor.ts';

/** Tools on a map of files, for tests that need no commands. Commands answer what `commands` says. */
export function memoryTools(
  files: Record<string, string>,
  commands: (command: string) => ToolResponse = () => ({ output: '' }),
) {
  return ({ name, args }: MadeCall): ToolResponse => {
    const path = String(args.path ?? '');
    const content = files[path];
    switch (name) {
      case 'list_files':
        return { output: Object.keys(files).sort().join('\n') };
      case 'read_file':
        return content === undefined ? { error: `There is no file ${path}.` } : { output: content };
      case 'write_file':
        files[path] = String(args.content);
        return { output: `Wrote ${path}.` };
      case 'edit_file':
        if (content?.split(String(args.old_text)).length !== 2) return { error: 'old_text must occur once.' };
        files[path] = content.replace(String(args.old_text), () => String(args.new_text));
        return { output: `Edited ${path}.` };
      case 'search': {
        const rows = Object.entries(files).flatMap(([file, text]) =>
          text
            .split('\n')
            .flatMap((line, index) => (line.includes(String(args.pattern)) ? [`${file}:${index + 1}:${line}`] : [])),
        );
        return { output: rows.join('\n') };
      }
      case 'bash':
        return commands(String(args.command));
      default:
        return { output: 'started' };
    }
  };
}
