import type { Ask } from '../ask-list.ts';
import { describePart } from '../fork-list.ts';
import { readReport } from '../report.ts';
import { type Outcome, type Routine, take } from '../routine.ts';
import type { Task } from '../task.ts';
import type { CallResult, ToolCall } from '../tool-call.ts';

/** Asks agents, all in one message, and tells what each of them found. */
export function askAgents(asks: readonly Ask[]): Task {
  return { key: `ask ${asks.map(({ agent }) => agent).join(' ')}`, run: () => ask(asks) };
}

function* ask(asks: readonly Ask[]): Routine<Outcome> {
  const results = yield* take({
    thought: 'These questions need none of what I know, so I give them to agents of their own.',
    calls: asks.map(callFor),
  });
  const said = results.flatMap(tellResult).join('\n\n');
  return results.some(({ isError }) => isError) ? { said, failed: true } : { said };
}

function callFor({ agent, inWorktree, prompts }: Ask): ToolCall {
  const [first = ''] = prompts;
  return {
    name: 'agent',
    args: {
      description: describePart(first),
      subagent_type: agent,
      ...(prompts.length === 1 ? { prompt: first } : { prompts }),
      ...(inWorktree ? { isolation: 'worktree' } : {}),
    },
  };
}

const BLOCK = /<subagent number="[^"]*" branch="([^"]*)" status="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/subagent>/g;

/** A paragraph for each subagent of a call; the whole text of a call that was refused. */
function tellResult({ output }: CallResult): string[] {
  const blocks = [...output.matchAll(BLOCK)];
  if (blocks.length === 0) return [output];
  return blocks.map(([, branch = '', status = '', body = '']) => {
    const found = element(body, 'result') || element(body, 'findings');
    const text = readReport(found).result || found;
    const how = status === 'completed' ? '' : ` It ${status}: ${element(body, 'reason')}`;
    return `**${describePart(element(body, 'prompt'))}** (${branch}).${how} ${text.replaceAll(/\s*\n\s*/g, ' ')}`.trim();
  });
}

function element(text: string, tag: string): string {
  return new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(text)?.[1]?.trim() ?? '';
}
