import { resolve } from 'node:path';
import type { LatencyPreset } from '../engine/demo/latency.ts';
import { Engine } from '../engine/engine.ts';
import { MemorySecrets, SettingsStore } from '../engine/settings/settings-store.ts';
import { dataFolder } from '../engine/transcripts/session-folder.ts';

/** What is shipped as it is, seen from the built command line. */
export const RESOURCES: string = resolve(import.meta.dirname, '../../resources');

/** The engine as the command line hosts it: keys from the environment only. */
export function createEngine(env: NodeJS.ProcessEnv): Engine {
  const home = dataFolder(env);
  return new Engine({
    home,
    resources: RESOURCES,
    env,
    settings: new SettingsStore(home),
    secrets: new MemorySecrets(),
    demoLatency: latencyOf(env.FORKSCOPE_DEMO_LATENCY),
  });
}

export function latencyOf(value: string | undefined): LatencyPreset {
  return value === 'demo' ? 'demo' : 'fast';
}

/** One line on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
