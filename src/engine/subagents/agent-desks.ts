import { AgentConfigLoader } from './agent-config-loader.ts';
import { AgentDesk } from './agent-desk.ts';

interface OpenDesk {
  readonly desk: AgentDesk;
  readonly loader: AgentConfigLoader;
  /** How many watch it. */
  watchers: number;
}

/** The desks of all workspaces that somebody looks at. */
export class AgentDesks {
  readonly #home: string;
  readonly #open = new Map<string, OpenDesk>();

  constructor(home: string) {
    this.#home = home;
  }

  of(workspace: string): AgentDesk {
    return this.#at(workspace).desk;
  }

  /** Calls back after every change on disk. Returns the way to stop; the last one to stop ends the watching. */
  async watch(workspace: string, listener: () => void): Promise<() => Promise<void>> {
    const open = this.#at(workspace);
    open.watchers += 1;
    const unsubscribe = open.loader.onChange(listener);
    let stopped = false;
    await open.loader.watch();
    return async () => {
      if (stopped) return;
      stopped = true;
      unsubscribe();
      open.watchers -= 1;
      if (open.watchers === 0) await open.loader.close();
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ loader }) => loader.close()));
  }

  #at(workspace: string): OpenDesk {
    let open = this.#open.get(workspace);
    if (!open) {
      const loader = new AgentConfigLoader({ workspace, home: this.#home });
      open = { loader, desk: new AgentDesk({ workspace, home: this.#home }, loader), watchers: 0 };
      this.#open.set(workspace, open);
    }
    return open;
  }
}
