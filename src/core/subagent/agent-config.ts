import type { SubagentToolName } from './tool-whitelist.ts';

/** Where an agent comes from: the workspace's files, the person's own folder, or the app. */
export type AgentSource = 'workspace' | 'person' | 'built-in';

/**
 * What an agent file says about permissions. It can only narrow what the person allowed: `plan` takes the editing tools
 * away, `dontAsk` denies what would have to be asked. The other words change nothing.
 */
export type AgentPermissionMode = 'default' | 'acceptEdits' | 'auto' | 'dontAsk' | 'bypassPermissions' | 'plan';

export type AgentEffort = 'low' | 'medium' | 'high';

/** The role of a subagent: what its file, or the app, says about it. */
export interface AgentConfig {
  /** Compared without regard to case. */
  readonly name: string;
  /** When to use it, for the agent that chooses. */
  readonly description: string;
  /** Its identity: the text below the frontmatter. */
  readonly body: string;
  /** In the order of `SUBAGENT_TOOLS`; `attempt_completion` is always among them. */
  readonly tools: readonly SubagentToolName[];
  /** `research` when it has no tool that changes files; decides about the end of the system text. */
  readonly role: AgentRole;
  /** Null: the parent's. */
  readonly model: string | null;
  /** Null: the parent's. */
  readonly provider: string | null;
  readonly permissionMode: AgentPermissionMode;
  /** Steps; narrows the limit of the settings. Null: that limit. */
  readonly maxTurns: number | null;
  /** Null: all skills; else only these, and names that do not exist are left out with a warning. */
  readonly skills: readonly string[] | null;
  /** Null: the session's. */
  readonly isolation: 'worktree' | 'none' | null;
  /** True: the parent's call returns at once, and the result comes as a notification. */
  readonly background: boolean;
  /** Null: the parent's. */
  readonly effort: AgentEffort | null;
  readonly color: string | null;
  readonly source: AgentSource;
  /** The file; null for a built-in agent. */
  readonly path: string | null;
}

export type AgentRole = 'research' | 'work';

/** Something in an agent or skill file that could not be used. With an `error` the whole file is left out. */
export interface AgentFileProblem {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  /** One plain sentence with a next step. */
  readonly reason: string;
}
