/** What an instruction wants to have asked of agents, and what it wants done before. */
export interface AskList {
  readonly before: string;
  readonly asks: readonly Ask[];
}

export interface Ask {
  /** The name of an agent, e.g. `explore`. */
  readonly agent: string;
  readonly inWorktree: boolean;
  /** One subagent each. */
  readonly prompts: readonly string[];
}

/**
 * "Ask explore: list src; read README.md", "ask `general` in a worktree: …", and what the prompt box makes of `/ask`,
 * "Ask a subagent of the type "explore" (…), and tell me what it reports: …". The colon keeps it apart from plain talk.
 */
const HEAD =
  /(?:^|(?<=[.!?;\n]\s*))(?:then |and |also |please )*ask (?:a subagent of the type "(?<type>[a-z][\w-]*)"[^:\n]*|(?:the )?(?:agent )?`?(?<name>[a-z][\w-]*)`?(?: agent)?)(?<worktree> in (?:a|its own|an own) worktree)?:\s*/gi;
const ITEM = /^\s*(?:\d+[.)]|[-*•])\s+/;

export function askListIn(instruction: string): AskList | undefined {
  const heads = [...instruction.matchAll(HEAD)];
  const [first] = heads;
  if (!first) return undefined;
  const asks = heads.map((head, index): Ask => {
    const body = instruction.slice(head.index + head[0].length, heads[index + 1]?.index);
    const { type, name = type ?? '', worktree } = head.groups ?? {};
    return { agent: name, inWorktree: worktree !== undefined, prompts: promptsIn(body) };
  });
  return { before: instruction.slice(0, first.index).trim(), asks: asks.filter(({ prompts }) => prompts.length > 0) };
}

/** The items of a list, or what semicolons part. */
function promptsIn(body: string): string[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const pieces = lines.some((line) => ITEM.test(line)) ? lines : body.split(/;\s*/);
  return pieces
    .map((piece) => piece.replace(ITEM, '').trim())
    .map((piece) => piece.replace(/[;.]$/, '').trim())
    .filter((piece) => piece !== '');
}
