import { freezeSnapshot, type Sampling, type Snapshot } from '../../core/prefix/snapshot.ts';
import type { Isolation } from '../../core/session/events.ts';
import type { AgentConfig } from '../../core/subagent/agent-config.ts';
import { narrowBounds, type SubagentBounds } from '../../core/subagent/bounds.ts';
import { canonicalJson } from '../../core/subagent/canonical-json.ts';
import { buildSystemPrompt } from '../../core/subagent/system-prompt.ts';
import { renderTextTools } from '../../core/subagent/text-tools.ts';
import { toolNotAvailable } from '../../core/subagent/texts.ts';
import type { Tool } from '../tools/tool.ts';
import { limitCommand } from './limit-command.ts';
import type { SkillCatalog } from './skill-catalog.ts';
import { subagentTools } from './subagent-tools.ts';

export interface SubagentBuilderOptions {
  /** The session's tools, e.g. `coreTools()`: a subagent runs these, each with its own risk. */
  readonly tools: readonly Tool[];
  readonly bounds: SubagentBounds;
  /** The model of a provider that an agent names without a model. */
  defaultModel(provider: string): string;
  /** False for a model that cannot call tools natively: its calls are read from its text. */
  callsNatively(provider: string, model: string): boolean;
}

/** Everything that a subagent's run needs beside its prompt. */
export interface SubagentPlan {
  readonly agent: AgentConfig;
  /** Frozen. One that is already known when it is the same, so that siblings share their prefix. */
  readonly snapshot: Snapshot;
  /** True when the snapshot has to be stored before it is used. */
  readonly isNewSnapshot: boolean;
  /** What it may run, by name; any other name is answered with `refusal(name)`. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly bounds: SubagentBounds;
  /** `deny`: what would have to be asked is denied. Nothing that must be asked runs unasked in either case. */
  readonly whenAsking: 'ask' | 'deny';
  /** Null: the session's. */
  readonly isolation: Isolation | null;
  readonly background: boolean;
  /** True: the snapshot declares no tools, and answers are read by `readTextAnswer`. */
  readonly textMode: boolean;
  /** Plain sentences for the branch's card, e.g. about a skill that is missing. */
  readonly notices: readonly string[];
  refusal(name: string): string;
}

/** Turns an agent and its parent's parameters into a subagent's own. Nothing of the parent's conversation goes in. */
export class SubagentBuilder {
  readonly #options: SubagentBuilderOptions;

  constructor(options: SubagentBuilderOptions) {
    this.#options = options;
  }

  /** `known` holds the session's snapshots by version. */
  build(
    agent: AgentConfig,
    parent: Snapshot,
    skills: SkillCatalog,
    known: Readonly<Record<number, Snapshot>>,
  ): SubagentPlan {
    const { tools: sessionTools, bounds, callsNatively, defaultModel } = this.#options;
    const limits = narrowBounds(bounds, agent);
    const offered = skills.only(agent.skills);
    const all = new Map(
      [...sessionTools, ...subagentTools(offered.skills)].map((tool) => [tool.declaration.name, tool]),
    );
    const tools = new Map(
      agent.tools
        .flatMap((name) => all.get(name) ?? [])
        .map((tool) => [tool.declaration.name, limitCommand(tool, limits)]),
    );
    const declarations = [...tools.values()].map(({ declaration }) => declaration);
    const provider = agent.provider ?? parent.provider;
    const model = agent.model ?? (provider === parent.provider ? parent.model : defaultModel(provider));
    const textMode = !callsNatively(provider, model);
    const snapshot = knownOrNew(
      {
        provider,
        model,
        systemText: buildSystemPrompt({
          agent,
          skills: offered.skills.offers,
          textTools: textMode ? renderTextTools(declarations) : null,
        }),
        tools: textMode ? [] : declarations,
        sampling: samplingOf(agent, parent),
      },
      known,
    );
    return {
      agent,
      snapshot,
      isNewSnapshot: known[snapshot.version] !== snapshot,
      tools,
      bounds: limits,
      whenAsking: agent.permissionMode === 'dontAsk' ? 'deny' : 'ask',
      isolation: agent.isolation,
      background: agent.background,
      textMode,
      notices: offered.missing.map(
        (name) => `The agent ${agent.name} names the skill "${name}", which does not exist.`,
      ),
      refusal: (name) => toolNotAvailable(name, [...tools.keys()]),
    };
  }
}

function samplingOf({ effort, provider, model }: AgentConfig, parent: Snapshot): Sampling {
  // Another model may not take what was set for the parent's.
  const sampling = provider === null && model === null ? parent.sampling : {};
  return effort === null ? sampling : { ...sampling, thinkingLevel: effort };
}

function knownOrNew(parts: Omit<Snapshot, 'version'>, known: Readonly<Record<number, Snapshot>>): Snapshot {
  // Key order counts in tools and nowhere else, but equal parts are built in the same order anyway.
  const same = Object.values(known).find((snapshot) => {
    const { version: _, ...rest } = snapshot;
    return canonicalJson(rest) === canonicalJson(parts) && JSON.stringify(rest.tools) === JSON.stringify(parts.tools);
  });
  if (same) return same;
  const version = Math.max(0, ...Object.keys(known).map(Number)) + 1;
  return freezeSnapshot({ version, ...parts });
}
