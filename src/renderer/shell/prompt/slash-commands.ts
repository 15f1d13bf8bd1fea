import type { Approval } from '../../../core/session/events.ts';

export interface SlashCommand {
  readonly name: string;
  readonly usage: string;
  readonly hint: string;
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'fork',
    usage: '/fork, then one directive a line',
    hint: 'Starts one fork for each line, from the end of this branch',
  },
  {
    name: 'ask',
    usage: '/ask ROLE question',
    hint: 'Has the agent ask a subagent of that role, which starts without this context',
  },
  { name: 'budget', usage: '/budget 2.50, or /budget none', hint: 'Sets the session’s budget in USD' },
  { name: 'approval', usage: '/approval all, edits or none', hint: 'What the agent may do without asking' },
];

/** What a text that begins with `/` asks for. */
export type SlashRequest =
  | { readonly kind: 'fork'; readonly directives: readonly string[] }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'budget'; readonly budget: number | null }
  | { readonly kind: 'approval'; readonly approval: Approval }
  /** It cannot be done as it stands; one sentence that says how it can. */
  | { readonly kind: 'fault'; readonly message: string };

const MOST_FORKS = 64;

/** Null for a text that is no command. A path at the front (`/etc/hosts is empty`) is none either. */
export function parseSlash(text: string): SlashRequest | null {
  const match = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!match) return null;
  const [, name = '', rest = ''] = match;
  switch (name) {
    case 'fork':
      return forkOf(rest);
    case 'ask':
      return askOf(rest);
    case 'budget':
      return budgetOf(rest.trim());
    case 'approval':
      return approvalOf(rest.trim());
    default:
      return fault(
        `There is no command "/${name}". Choose one of ${SLASH_COMMANDS.map((each) => `/${each.name}`).join(', ')}.`,
      );
  }
}

function forkOf(rest: string): SlashRequest {
  const directives = rest
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\d+[.)]|[-*])\s+/, '').trim())
    .filter((line) => line !== '');
  if (directives.length === 0) return fault('/fork needs a directive. Write one on each line below it.');
  if (directives.length > MOST_FORKS) return fault(`/fork starts at most ${MOST_FORKS} forks. Take some lines out.`);
  return { kind: 'fork', directives };
}

function askOf(rest: string): SlashRequest {
  const [, role = '', question = ''] = /^(\S+)\s+([\s\S]+)$/.exec(rest.trim()) ?? [];
  if (question === '') return fault('/ask needs a role and a question, e.g. /ask reviewer Is the cache safe?');
  return {
    kind: 'ask',
    text: `Ask a subagent of the type "${role}" (the \`agent\` tool with \`subagent_type\`), and tell me what it reports:\n\n${question}`,
  };
}

function budgetOf(rest: string): SlashRequest {
  if (rest === 'none') return { kind: 'budget', budget: null };
  const budget = Number(rest.replace(/^\$/, ''));
  return rest !== '' && budget > 0 && Number.isFinite(budget)
    ? { kind: 'budget', budget }
    : fault('/budget needs an amount in USD above 0, or "none", e.g. /budget 2.50.');
}

function approvalOf(rest: string): SlashRequest {
  return rest === 'all' || rest === 'edits' || rest === 'none'
    ? { kind: 'approval', approval: rest }
    : fault('/approval takes all, edits or none. "edits" lets the agent edit, and asks for commands.');
}

function fault(message: string): SlashRequest {
  return { kind: 'fault', message };
}
