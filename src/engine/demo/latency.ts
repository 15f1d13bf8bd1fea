export interface DemoLatency {
  /** Milliseconds before the first byte of any answer. */
  readonly firstByteMs: number;
  /** Milliseconds more for each 1,000 prompt tokens that the cache did not hold. */
  readonly perUncachedKilotokenMs: number;
  /** Milliseconds between two chunks of about 24 characters; a call takes as long as its arguments are. */
  readonly perChunkMs: number;
}

export type LatencyPreset = 'fast' | 'demo';

const PRESETS: Readonly<Record<LatencyPreset, DemoLatency>> = {
  fast: { firstByteMs: 0, perUncachedKilotokenMs: 0, perChunkMs: 0 },
  // A pace that a person can follow: with these numbers the demo session takes a good minute.
  demo: { firstByteMs: 2_000, perUncachedKilotokenMs: 400, perChunkMs: 110 },
};

export function latencyOf(setting: LatencyPreset | DemoLatency): DemoLatency {
  return typeof setting === 'string' ? PRESETS[setting] : setting;
}

/** Milliseconds from request to first byte. */
export function firstByteDelay(latency: DemoLatency, uncachedTokens: number): number {
  return latency.firstByteMs + (latency.perUncachedKilotokenMs * uncachedTokens) / 1_000;
}
