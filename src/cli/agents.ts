import { relative } from 'node:path';
import type { AgentConfig, AgentFileProblem } from '../core/subagent/agent-config.ts';
import type { Engine } from '../engine/engine.ts';
import { AgentConfigLoader } from '../engine/subagents/agent-config-loader.ts';
import { workspaceRoot } from '../engine/subagents/workspace-root.ts';
import { print } from './host.ts';

export interface AgentsOptions {
  readonly workspace: string;
  readonly check: boolean;
  readonly json: boolean;
}

/**
 * `agents`: which agents can be started here, and what is wrong with agent and skill files. Returns the exit code: 1
 * with `--check` when a file could not be used, else 0.
 */
export async function agents(engine: Engine, home: string, { workspace, check, json }: AgentsOptions): Promise<number> {
  const root = await workspaceRoot(engine, workspace, 'Name one with --workspace.');
  const loader = new AgentConfigLoader({ workspace: root, home });
  await loader.load();
  const problems = [...loader.agents.problems, ...loader.skills.problems];
  const failed = problems.some(({ severity }) => severity === 'error');
  if (json) print(JSON.stringify(asJson(loader, problems), null, 2));
  else {
    const shown = loader.agents.agents.map((agent) => agentLine(agent, root));
    const hidden = loader.agents.shadowed.map(
      ({ name, path, by }) =>
        `${name} of ${shownPath(path, root)} cannot be started: ${shownPath(by, root)} has the name.`,
    );
    const skills = loader.skills.offers.map(({ name, description }) => `skill ${name}  ${oneLine(description)}`);
    for (const line of [
      ...(check ? [] : [...shown, ...skills, ...hidden]),
      ...problems.map((p) => problemLine(p, root)),
    ])
      print(line);
    if (check && problems.length === 0) print(`${shown.length} agents and ${skills.length} skills, nothing wrong.`);
  }
  return check && failed ? 1 : 0;
}

function asJson({ agents: catalog, skills }: AgentConfigLoader, problems: readonly AgentFileProblem[]) {
  return {
    agents: catalog.agents,
    shadowed: catalog.shadowed,
    skills: skills.offers.map(({ name, description, path }) => ({ name, description, path })),
    problems,
  };
}

function agentLine({ name, description, role, tools, model, source, path }: AgentConfig, root: string): string {
  const access = role === 'work' ? 'edits' : tools.includes('bash') ? 'reads, runs commands' : 'reads';
  const from = source === 'built-in' ? 'built in' : shownPath(path, root);
  return `${name}  [${access}${model === null ? '' : `, ${model}`}; ${from}]  ${oneLine(description)}`;
}

function problemLine({ path, line, severity, reason }: AgentFileProblem, root: string): string {
  return `${shownPath(path, root)}:${line}: ${severity}: ${reason}`;
}

function shownPath(path: string | null, root: string): string {
  if (path === null) return 'the app';
  const below = relative(root, path);
  return below === '' || below.startsWith('..') ? path : below;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
