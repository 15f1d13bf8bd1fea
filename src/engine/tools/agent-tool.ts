import { z } from 'zod';
import type { ToolDeclaration } from '../../core/providers/tool-declaration.ts';

/** What the `agent` tool takes. It is declared everywhere, also inside forks, so that prefixes stay equal; who may use it is decided when it runs. */
export const AGENT_TOOL: ToolDeclaration = {
  name: 'agent',
  description:
    'Starts a branch that works in parallel. Without subagent_type it is a fork: it knows this whole conversation and gets prompt as its directive. It returns at once; the report comes later as a message. Use several calls in one message for several forks. With subagent_type it is a subagent with a fresh context: prompt is all that it knows, and the call waits for its result. Forks and subagents cannot start branches.',
  parameters: {
    type: 'object',
    properties: {
      description: { type: 'string', description: 'What the branch does, in three to five words.' },
      prompt: { type: 'string', description: 'The directive: what to do, and where its part ends.' },
      subagent_type: {
        type: 'string',
        description: 'Leave out for a fork. The name of an agent starts a subagent of that role, without this context.',
      },
      prompts: { type: 'array', items: { type: 'string' }, description: 'Several prompts at once, one branch each.' },
      isolation: {
        type: 'string',
        enum: ['worktree', 'none'],
        description: "Own git worktree (default), or the parent's files.",
      },
    },
    required: ['description'],
  },
};

const agentArguments = z.object({
  description: z.string().trim().min(1, '`description` is empty: say in three to five words what the branch does.'),
  prompt: z.string().trim().min(1).optional(),
  prompts: z.array(z.string().trim().min(1)).max(64).optional(),
  subagent_type: z.string().trim().optional(),
  isolation: z.enum(['worktree', 'none']).optional(),
});

export interface AgentRequest {
  readonly description: string;
  readonly directives: readonly string[];
  readonly subagentType: string | null;
  readonly isolation: 'worktree' | 'none' | null;
}

/** Parses the model's arguments. Throws an error whose message the model can act on. */
export function parseAgentArguments(value: unknown): AgentRequest {
  const parsed = agentArguments.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') || 'arguments';
    throw new Error(
      `\`${where}\` of \`agent\` is missing or has another form than its declaration says. Send the call again with description and prompt.`,
    );
  }
  const { description, prompt, prompts, subagent_type, isolation } = parsed.data;
  const directives = [...(prompt === undefined ? [] : [prompt]), ...(prompts ?? [])];
  if (directives.length === 0) {
    throw new Error(
      '`prompt` is missing: say what the branch is to do. Send the call again with description and prompt.',
    );
  }
  return { description, directives, subagentType: subagent_type || null, isolation: isolation ?? null };
}
