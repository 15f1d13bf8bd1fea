import type { AgentConfig, AgentFileProblem } from '../../core/subagent/agent-config.ts';
import { BUILT_IN_AGENTS } from '../../core/subagent/built-in-agents.ts';
import type { ShadowedItem } from '../../shared/agent-calls.ts';
import { parseAgentFile } from './agent-file.ts';
import { agentFolders, linkBounds } from './agent-folders.ts';
import { readFilesBelow } from './definition-files.ts';

/** All agents at one moment. It never changes: a running branch keeps the agent that it was started with. */
export class AgentCatalog {
  readonly agents: readonly AgentConfig[];
  readonly problems: readonly AgentFileProblem[];
  readonly shadowed: readonly ShadowedItem[];
  readonly #byName: ReadonlyMap<string, AgentConfig>;

  /** `candidates` in the order in which a name is taken: the first one has it, whatever its case. */
  constructor(candidates: readonly AgentConfig[], problems: readonly AgentFileProblem[]) {
    const byName = new Map<string, AgentConfig>();
    const shadowed: ShadowedItem[] = [];
    for (const agent of candidates) {
      const key = agent.name.toLowerCase();
      const first = byName.get(key);
      if (first) {
        const { name, description, source, path } = agent;
        shadowed.push({ name, description, source, path, by: first.path ?? 'built-in' });
      } else byName.set(key, agent);
    }
    this.#byName = byName;
    this.agents = Object.freeze([...byName.values()]);
    this.problems = Object.freeze([...problems]);
    this.shadowed = Object.freeze(shadowed);
  }

  find(name: string): AgentConfig | null {
    return this.#byName.get(name.trim().toLowerCase()) ?? null;
  }

  /** What to answer to a name that nobody has. */
  unknownSentence(name: string): string {
    const names = this.agents.map((agent) => `\`${agent.name}\``).join(', ');
    return `There is no agent of the type "${name}". The agents are ${names}; leave subagent_type out to start a fork.`;
  }
}

/** Reads all agents. A bad file is reported, and the others load. */
export async function loadAgents(workspace: string, home: string): Promise<AgentCatalog> {
  const agents: AgentConfig[] = [];
  const problems: AgentFileProblem[] = [];
  for (const folder of agentFolders(workspace, home)) {
    const within = linkBounds(folder, workspace, home);
    for (const file of await readFilesBelow({ ...folder, within })) {
      if ('problem' in file) {
        problems.push(file.problem);
        continue;
      }
      const parsed = parseAgentFile(file.text, file.path, folder.source);
      problems.push(...parsed.problems);
      if (parsed.agent) agents.push(deepFreeze(parsed.agent));
    }
  }
  return new AgentCatalog([...agents, ...BUILT_IN_AGENTS.map(deepFreeze)], problems);
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) Object.freeze(inner);
  return Object.freeze(value);
}
