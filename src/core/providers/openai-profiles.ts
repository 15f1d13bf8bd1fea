import type { ProviderCache } from '../prefix/cache-rules.ts';
import type { OpenAiStyle } from './openai-dialect.ts';

export type OpenAiProfileName = 'openai' | 'dashscope' | 'deepseek' | 'plain';

/** What is special about one kind of service that speaks chat completions. Data only: the adapter acts on it. */
export interface OpenAiProfile {
  readonly name: OpenAiProfileName;
  /** How the service is called inside a sentence. */
  readonly service: string;
  /** Where it lives when nothing else is said, the version included; null when somebody has to say it. */
  readonly baseUrl: string | null;
  /** Variable of the environment that holds the key, and the one that holds the address. */
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly needsKey: boolean;
  /** Models that a picker offers; the first one is the default. Any other name can be typed. */
  readonly models: readonly string[];
  readonly style: OpenAiStyle;
  /** What its prompt cache does with a prefix; lifetimes are careful guesses. */
  readonly cache: ProviderCache;
  /**
   * How cache markers are placed: `breakpoints` (GPT-5.6 and newer match nothing else), `control` (at most four, each
   * looks back 20 blocks), or null where the service finds prefixes by itself.
   */
  readonly markers: 'breakpoints' | 'control' | null;
  /** Whether all branches of a session name one key, by which the service routes them to the same cache. */
  readonly cacheKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The parameter for the cap on output tokens. */
  readonly outputCap: 'max_completion_tokens' | 'max_tokens';
  /** How the thinking level is told; null where there is no common way. */
  readonly thinking: 'reasoning_effort' | 'enable_thinking' | null;
  /** True when the service may refuse to be asked for usage: it is then asked once, and not again. */
  readonly mayRefuseUsage: boolean;
}

const MINUTE_MS = 60_000;

/** Sources: each vendor's caching guide, read in 2026-10 and 2026-11. Lifetimes are the shortest that they state. */
export const OPENAI_PROFILES: Readonly<Record<OpenAiProfileName, OpenAiProfile>> = {
  openai: {
    name: 'openai',
    service: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'OPENAI_BASE_URL',
    needsKey: true,
    models: ['gpt-6.2-sol', 'gpt-6.1-terra', 'gpt-6-luna'],
    style: { content: 'parts', emptyContent: null, thoughts: 'never' },
    // Older models keep a prefix for five to ten minutes; GPT-5.6 and newer for 30 at least.
    cache: { ttlMs: 5 * MINUTE_MS, readableAfter: 'first-byte', minimumTokens: 'by-model' },
    markers: 'breakpoints',
    cacheKey: true,
    headers: {},
    outputCap: 'max_completion_tokens',
    thinking: 'reasoning_effort',
    mayRefuseUsage: false,
  },
  dashscope: {
    name: 'dashscope',
    service: 'DashScope',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyVariable: 'DASHSCOPE_API_KEY',
    urlVariable: 'DASHSCOPE_BASE_URL',
    needsKey: true,
    models: ['qwen4-max', 'qwen3.8-max'],
    style: { content: 'parts', emptyContent: '', thoughts: 'with-calls' },
    cache: { ttlMs: 5 * MINUTE_MS, readableAfter: 'end', minimumTokens: 1_024 },
    markers: 'control',
    cacheKey: false,
    headers: { 'X-DashScope-CacheControl': 'enable' },
    outputCap: 'max_tokens',
    thinking: 'enable_thinking',
    mayRefuseUsage: false,
  },
  deepseek: {
    name: 'deepseek',
    service: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'OPENAI_BASE_URL',
    needsKey: true,
    models: ['deepseek-flash', 'deepseek-v4-pro'],
    style: { content: 'text', emptyContent: '', thoughts: 'always' },
    // On disk for hours to days.
    cache: { ttlMs: 60 * MINUTE_MS, readableAfter: 'end' },
    markers: null,
    cacheKey: false,
    headers: {},
    outputCap: 'max_tokens',
    thinking: 'reasoning_effort',
    mayRefuseUsage: false,
  },
  plain: {
    name: 'plain',
    service: 'the model server',
    baseUrl: null,
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'OPENAI_BASE_URL',
    needsKey: false,
    models: [],
    style: { content: 'text', emptyContent: '', thoughts: 'with-calls' },
    // A server's own cache has no clock, but other requests push a prefix out.
    cache: { ttlMs: 5 * MINUTE_MS, readableAfter: 'first-byte' },
    markers: null,
    cacheKey: false,
    headers: {},
    outputCap: 'max_tokens',
    thinking: null,
    mayRefuseUsage: true,
  },
};

/** GPT-5.6 and newer, which match the cache only at breakpoints; older models refuse (400) to be told of any. */
export function wantsBreakpoints(model: string): boolean {
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(model);
  if (!version) return false;
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  // Names like gpt-35 and gpt-4o are older.
  return major < 20 && (major > 5 || (major === 5 && minor >= 6));
}

/** OpenAI's own names for models that think: they take an effort and refuse a temperature. */
export function isOpenAiReasoner(model: string): boolean {
  return /^(o\d|gpt-([5-9]|1\d)([.-]|$))/.test(model) && !/-chat/.test(model);
}

/** A model that only OpenAI has: behind a foreign address it is OpenAI's through a gateway. */
export function isOpenAiModel(model: string): boolean {
  return /^(gpt-\d|o\d|chatgpt-)/.test(model);
}
