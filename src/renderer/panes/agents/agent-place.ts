import type { AgentConfig } from '../../../core/subagent/agent-config.ts';
import type { AgentListing, OpenedAgent, ShadowedItem } from '../../../shared/agent-calls.ts';

/** What the agents pane shows beside its list. */
export type AgentPlace =
  | { readonly kind: 'file'; readonly path: string; readonly edits: boolean }
  | { readonly kind: 'built-in'; readonly name: string }
  /** A new agent, empty or made after another one. */
  | { readonly kind: 'new'; readonly after: OpenedAgent | null }
  | { readonly kind: 'skill'; readonly path: string };

export function placeOf({ path, name }: Pick<AgentConfig, 'path' | 'name'>): AgentPlace {
  return path === null ? { kind: 'built-in', name } : { kind: 'file', path, edits: false };
}

/** Tells places apart; reading and editing a file are the same place. */
export function placeKey(place: AgentPlace | null): string {
  switch (place?.kind) {
    case 'file':
    case 'skill':
      return place.path;
    case 'built-in':
      return `built-in:${place.name}`;
    case 'new':
      return 'new';
    case undefined:
      return '';
  }
}

/** A file that cannot be used, with the first reason. */
export interface BadFile {
  readonly path: string;
  readonly line: number;
  readonly reason: string;
}

export interface AgentGroups {
  readonly project: readonly AgentConfig[];
  readonly own: readonly AgentConfig[];
  readonly builtIn: readonly AgentConfig[];
  readonly shadowed: readonly ShadowedItem[];
  readonly bad: readonly BadFile[];
}

export function groupAgents({ agents, shadowed, problems }: AgentListing): AgentGroups {
  const of = (source: AgentConfig['source']) => agents.filter((agent) => agent.source === source);
  const bad = new Map<string, BadFile>();
  for (const { path, line, severity, reason } of problems) {
    if (severity === 'error' && !bad.has(path)) bad.set(path, { path, line, reason });
  }
  return { project: of('workspace'), own: of('person'), builtIn: of('built-in'), shadowed, bad: [...bad.values()] };
}

/** A path as it is shown: below the project's root, or as it is. */
export function shownPath(path: string, root: string): string {
  return path.startsWith(`${root}/`) || path.startsWith(`${root}\\`) ? path.slice(root.length + 1) : path;
}

export function isEditing(place: AgentPlace | null): boolean {
  return place?.kind === 'new' || (place?.kind === 'file' && place.edits);
}
