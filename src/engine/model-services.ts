import type { Snapshot } from '../core/prefix/snapshot.ts';
import type { SessionCreated } from '../core/session/events.ts';
import type { SessionState } from '../core/session/state.ts';
import type { Result } from '../shared/result.ts';
import type { ProviderId } from '../shared/settings.ts';
import { SYSTEM_TEXT } from './agent/system-text.ts';
import type { DemoServer } from './demo/demo-server.ts';
import type { LatencyPreset } from './demo/latency.ts';
import { EngineFault } from './engine-fault.ts';
import { createAbsentAdapter } from './providers/absent-adapter.ts';
import type { ModelAdapter } from './providers/model-adapter.ts';
import { createAdapter, defaultModel } from './providers/registry.ts';
import type { SecretStore, SettingsStore } from './settings/settings-store.ts';
import { AGENT_TOOL } from './tools/agent-tool.ts';
import { coreTools } from './tools/registry.ts';

export interface ModelServicesOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly demoLatency: LatencyPreset;
}

export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
}

/** What every request of a session is sent with. */
export function sessionParameters({ provider, model }: ModelChoice): Omit<Snapshot, 'version'> {
  const tools = [AGENT_TOOL, ...coreTools().map((tool) => tool.declaration)];
  return { provider, model, systemText: SYSTEM_TEXT, tools, sampling: {} };
}

/** The providers as settings, keys and environment make them reachable now, the embedded model among them. */
export class ModelServices {
  readonly #options: ModelServicesOptions;
  #demo: Promise<DemoServer> | null = null;

  constructor(options: ModelServicesOptions) {
    this.#options = options;
  }

  /** The model of a provider that is named without one; '' when there is none. */
  defaultModel(provider: ProviderId): string {
    const { settings, env, secrets } = this.#options;
    return defaultModel(provider, { settings: settings.read(), env, secrets });
  }

  /** Throws an `EngineFault` when the provider cannot be asked. */
  async adapter(provider: ProviderId, model: string): Promise<ModelAdapter> {
    const created = await this.#try(provider, model);
    if (!created.ok) throw new EngineFault(created.error.code, created.error.message);
    return created.value;
  }

  /** One that says with every request why it cannot be asked: a session can be looked at without its provider. */
  async adapterOrAbsent(provider: ProviderId, model: string): Promise<ModelAdapter> {
    const created = await this.#try(provider, model);
    return created.ok ? created.value : createAbsentAdapter(provider, created.error);
  }

  /**
   * What the forks of an imported session run on: what earlier ones ran on, else what the transcript names when it can be
   * reached here, else what is chosen in Settings.
   */
  async runnable(header: SessionCreated, snapshots: SessionState['snapshots']): Promise<ModelChoice> {
    const last = Object.values(snapshots).at(-1);
    if (last) return last;
    const provider = header.provider as ProviderId;
    const model = header.model || this.defaultModel(provider);
    if ((await this.#try(provider, model)).ok) return { provider, model };
    const settings = this.#options.settings.read();
    return { provider: settings.provider, model: settings.model ?? this.defaultModel(settings.provider) };
  }

  /** Ends the embedded model, if it runs. */
  async close(): Promise<void> {
    const demo = await this.#demo;
    this.#demo = null;
    await demo?.close();
  }

  async #try(provider: ProviderId, model: string): Promise<Result<ModelAdapter>> {
    const { settings, env, secrets } = this.#options;
    const demoUrl = provider === 'demo' ? await this.#demoUrl() : '';
    return createAdapter({ provider, model, settings: settings.read(), env, secrets, demoUrl });
  }

  /** The embedded model, read and started when it is first needed; `FORKSCOPE_DEMO_URL` names one that runs elsewhere. */
  async #demoUrl(): Promise<string> {
    const { env, demoLatency } = this.#options;
    if (env.FORKSCOPE_DEMO_URL) return env.FORKSCOPE_DEMO_URL;
    this.#demo ??= import('./demo/demo-server.ts').then(({ startDemoServer }) =>
      startDemoServer({ latency: demoLatency }),
    );
    return (await this.#demo).url;
  }
}
