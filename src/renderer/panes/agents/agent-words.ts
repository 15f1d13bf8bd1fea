import type { AgentConfig, AgentSource } from '../../../core/subagent/agent-config.ts';

export const SOURCE_WORDS: { readonly [S in AgentSource]: string } = {
  workspace: 'This project',
  person: 'Your own',
  'built-in': 'Built in',
};

/** What an agent may do, in a few words. */
export function accessWords({ role, tools }: Pick<AgentConfig, 'role' | 'tools'>): string {
  if (role === 'work') return 'edits files';
  return tools.includes('bash') ? 'reads, runs commands' : 'reads only';
}

/** What is special about an agent, for one line of a list. */
export function tagsOf(agent: AgentConfig): string[] {
  const { model, isolation, background, maxTurns } = agent;
  return [
    accessWords(agent),
    ...(model === null ? [] : [model]),
    ...(isolation === 'worktree' ? ['own worktree'] : []),
    ...(background ? ['in the background'] : []),
    ...(maxTurns === null ? [] : [`at most ${maxTurns} steps`]),
  ];
}

const PERMISSION_WORDS: { readonly [M in AgentConfig['permissionMode']]: string } = {
  default: 'as the session',
  acceptEdits: 'as the session (acceptEdits widens nothing)',
  auto: 'as the session (auto widens nothing)',
  bypassPermissions: 'as the session (bypassPermissions widens nothing)',
  dontAsk: 'denied instead of asked',
  plan: 'plans only: no tool that edits',
};

/** Every bound and choice of an agent, as label and words. */
export function factsOf(agent: AgentConfig): readonly (readonly [string, string])[] {
  const { model, provider, permissionMode, maxTurns, skills, isolation, background, effort } = agent;
  return [
    ['May', accessWords(agent)],
    ['Model', [model ?? 'the parent’s', provider === null ? '' : `at ${provider}`].join(' ').trim()],
    ['Permissions', PERMISSION_WORDS[permissionMode]],
    ['Steps', maxTurns === null ? 'the limit of the settings' : `at most ${maxTurns}`],
    [
      'Works in',
      isolation === null ? 'as the session' : isolation === 'worktree' ? 'a worktree of its own' : 'the parent’s files',
    ],
    ['Start', background ? 'in the background: its result comes as a message' : 'the parent waits for its result'],
    ['Effort', effort ?? 'the parent’s'],
    ['Skills', skills === null ? 'all' : skills.length === 0 ? 'none' : skills.join(', ')],
  ];
}
