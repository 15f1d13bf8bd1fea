import type { SubagentBounds } from '../../core/subagent/bounds.ts';
import type { Tool } from '../tools/tool.ts';

/** What `bash` takes when a call names no limit, and the most it takes; in milliseconds. */
const USUAL_MS = 120_000;
const LONGEST_MS = 600_000;

/**
 * The tool that runs commands with a subagent's limit of time: a command that reaches it ends with its whole process
 * group, and its result says so. Declaration and risk stay the same. Other tools, and a limit that `bash` has anyway,
 * change nothing.
 */
export function limitCommand(tool: Tool, { commandMs }: Pick<SubagentBounds, 'commandMs'>): Tool {
  if (tool.declaration.name !== 'bash' || commandMs >= LONGEST_MS) return tool;
  return Object.freeze({
    ...tool,
    run: (args: unknown, context: Parameters<Tool['run']>[1]) => {
      const asked = (args as { timeout_ms?: number }).timeout_ms ?? USUAL_MS;
      return tool.run({ ...(args as object), timeout_ms: Math.min(asked, commandMs) }, context);
    },
  });
}
