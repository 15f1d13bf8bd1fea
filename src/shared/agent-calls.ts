import { z } from 'zod';
import type { AgentConfig, AgentFileProblem, AgentSource } from '../core/subagent/agent-config.ts';

const path = z.string().min(1).max(4_096);
const inWorkspace = z.object({ workspace: path });
const field = z.string().max(20_000);

/** What a form for an agent holds, each as a person types it; an empty text leaves the field out of the file. */
export const agentFields = z.object({
  name: field,
  description: field,
  /** Names with commas between them, as in `disallowedTools` and `skills`. */
  tools: field,
  disallowedTools: field,
  model: field,
  provider: field,
  permissionMode: field,
  maxTurns: field,
  skills: field,
  isolation: field,
  background: field,
  effort: field,
  color: field,
  /** The instructions below the header. */
  body: z.string().max(200_000),
});
export type AgentFields = z.infer<typeof agentFields>;
export type AgentFieldName = keyof AgentFields;

/** An agent file that is not written yet: its whole text, or fields that are put into the text that was there. */
export const agentDraft = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(262_144) }),
  z.object({ kind: z.literal('fields'), fields: agentFields, base: z.string().max(262_144).nullable() }),
]);
export type AgentDraft = z.infer<typeof agentDraft>;

/** Where a new agent goes: the project's files, which a team shares, or the person's own folder. */
const scope = z.enum(['workspace', 'person']);
export type AgentScope = z.infer<typeof scope>;
/** Names the bytes that a person saw. */
const stamp = z.string().max(100);

/** Parameters of the calls about agents and skills. Paths must lie in one of the folders that agents are looked for in. */
export const agentRequests = {
  'agents.list': inWorkspace,
  /** `agents-changed` comes after every change on disk, until `agents.unwatch`. */
  'agents.watch': inWorkspace,
  'agents.unwatch': inWorkspace,
  /** A file by its path, also one that cannot be used; a built-in agent by its name. */
  'agents.read': inWorkspace.extend({
    of: z.union([z.object({ path }), z.object({ builtIn: z.string().min(1).max(100) })]),
  }),
  /** What a draft would be, and what is wrong with it; `path` is null for a file that is not there yet. */
  'agents.check': inWorkspace.extend({ path: path.nullable(), draft: agentDraft }),
  /**
   * Writes a file, or makes a new one. A file that is no longer the one with the `stamp` is left alone (fault `changed`,
   * or `gone`) unless `force`: then what was there goes to the trash first.
   */
  'agents.write': inWorkspace.extend({
    to: z.union([z.object({ path, stamp }), z.object({ scope })]),
    draft: agentDraft,
    force: z.boolean().default(false),
  }),
  /** Moves the file to the trash. */
  'agents.delete': inWorkspace.extend({ path, stamp }),
  'agents.restore': inWorkspace.extend({ trashed: z.string().regex(/^[\w-]{1,80}$/) }),
  /** Shows the file, an agent's or a skill's, in the system's file manager. */
  'agents.reveal': inWorkspace.extend({ path }),
} as const;

/** A definition whose name an earlier one has: it cannot be started. */
export interface ShadowedItem {
  readonly name: string;
  readonly description: string;
  readonly source: AgentSource;
  /** Null for a built-in one. */
  readonly path: string | null;
  /** The file that has the name. */
  readonly by: string;
}
export interface SkillItem {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}
export interface AgentListing {
  /** Root of the workspace. */
  readonly root: string;
  /** The person's own folder. */
  readonly ownFolder: string;
  readonly agents: readonly AgentConfig[];
  readonly shadowed: readonly ShadowedItem[];
  readonly skills: readonly SkillItem[];
  /** Of agent and skill files. */
  readonly problems: readonly AgentFileProblem[];
}
/** A problem of a draft, with the field of the form that it belongs to, if any. */
export interface DraftProblem extends AgentFileProblem {
  readonly field: AgentFieldName | null;
}
export interface CheckedDraft {
  /** The whole file as it would be written. */
  readonly text: string;
  /** Null when its header cannot be read, so that there is no form for it. */
  readonly fields: AgentFields | null;
  /** Null when there is an error among the problems. */
  readonly agent: AgentConfig | null;
  readonly problems: readonly DraftProblem[];
  /** One sentence when another definition has the name. */
  readonly notice: string | null;
}
export interface OpenedAgent extends CheckedDraft {
  /** Null for a built-in one. */
  readonly path: string | null;
  readonly stamp: string;
  /** Why it cannot be written to; null when it can. */
  readonly locked: string | null;
}

export interface AgentResponses {
  'agents.list': AgentListing;
  'agents.watch': null;
  'agents.unwatch': null;
  'agents.read': OpenedAgent;
  'agents.check': CheckedDraft;
  'agents.write': { readonly path: string; readonly stamp: string };
  'agents.delete': { readonly trashed: string };
  'agents.restore': { readonly path: string };
  'agents.reveal': null;
}
