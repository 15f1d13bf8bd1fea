import { AgentCatalog, loadAgents } from './agent-catalog.ts';
import { agentFolders, skillFolders } from './agent-folders.ts';
import { type DefinitionWatch, SETTLE_MS, watchDefinitions } from './definition-watch.ts';
import { loadSkills, SkillCatalog } from './skill-catalog.ts';

export interface AgentConfigLoaderOptions {
  /** Root of the workspace. */
  readonly workspace: string;
  /** The data folder, which holds the person's own `agents` and `skills`. */
  readonly home: string;
  readonly settleMs?: number;
}

/** The agents and skills of one workspace as they are on the disk now. Each load makes new catalogs; old ones stay as they are. */
export class AgentConfigLoader {
  readonly #options: AgentConfigLoaderOptions;
  readonly #listeners = new Set<() => void>();
  #agents = new AgentCatalog([], []);
  #skills = new SkillCatalog([]);
  #watch: DefinitionWatch | null = null;
  #loading: Promise<void> = Promise.resolve();

  constructor(options: AgentConfigLoaderOptions) {
    this.#options = options;
  }

  /** What the last `load` found; empty before the first. */
  get agents(): AgentCatalog {
    return this.#agents;
  }

  get skills(): SkillCatalog {
    return this.#skills;
  }

  /** Reads everything again. One load after the other, so that an older one never wins. */
  load(): Promise<void> {
    const { workspace, home } = this.#options;
    this.#loading = this.#loading.then(async () => {
      [this.#agents, this.#skills] = await Promise.all([loadAgents(workspace, home), loadSkills(workspace, home)]);
    });
    return this.#loading;
  }

  /** Loads, and loads again after every change until `close`. Listeners are told after each reload. */
  async watch(): Promise<void> {
    const { workspace, home, settleMs = SETTLE_MS } = this.#options;
    const folders = [...agentFolders(workspace, home), ...skillFolders(workspace, home)].map(({ path }) => path);
    this.#watch ??= watchDefinitions(folders, () => void this.#reload(), settleMs);
    await this.#watch.ready;
    await this.load();
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.#watch?.close();
    this.#watch = null;
    await this.#loading;
  }

  async #reload(): Promise<void> {
    await this.load();
    for (const listener of this.#listeners) listener();
  }
}
