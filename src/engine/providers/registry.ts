import type { ProviderId, ProviderInfo, Settings } from '../../shared/contract.ts';
import { type Fault, fault, ok, type Result } from '../../shared/result.ts';
import { LISTED_MODELS } from '../demo/models.ts';
import { DEFAULT_CACHE } from '../demo/prompt-cache.ts';
import { createGeminiAdapter } from './gemini.ts';
import type { ModelAdapter } from './model-adapter.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Secrets = { get(provider: string): string | null };

/** Models that a picker offers; any other name can be typed. The first one is the default. */
const MODELS: Readonly<Record<ProviderId, readonly string[]>> = {
  demo: LISTED_MODELS.map(({ name }) => name),
  gemini: [
    'gemini-3.8-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-4-argon',
    'gemini-4-hydrogen',
    'gemini-4-neon',
  ],
  openai: [],
  anthropic: [],
};

const NAMES: Readonly<Record<ProviderId, string>> = {
  demo: 'Demo model',
  gemini: 'Gemini',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
};

/**
 * Gemini does not say how long its implicit cache keeps a prefix. Five minutes is our own careful guess: when it is too
 * short, a fork waits a moment for nothing; when it were too long, several forks would pay for one prefix.
 */
const GEMINI_CACHE_TTL_MS = 300_000;

/** The model that a session uses when nothing else is said; '' for a provider that is not built in yet. */
export function defaultModel(provider: ProviderId): string {
  return MODELS[provider][0] ?? '';
}

/** The providers that can be chosen, as the settings pane shows them. */
export function listProviders(env: Environment, secrets: Secrets): ProviderInfo[] {
  const ids = ['demo', 'gemini'] as const;
  return ids.map((id) => ({
    id,
    name: NAMES[id],
    models: MODELS[id],
    needsKey: id !== 'demo',
    hasKey: id === 'demo' || geminiKey(env, secrets).apiKey !== null,
  }));
}

export interface AdapterParameters {
  readonly provider: ProviderId;
  readonly settings: Pick<Settings, 'baseUrls'>;
  readonly env: Environment;
  readonly secrets: Secrets;
  /** Where the embedded model listens; only read for the provider `demo`. */
  readonly demoUrl: string;
}

/** The adapter of a provider, or a fault whose sentence says what is missing. What the environment says wins over settings. */
export function createAdapter(parameters: AdapterParameters): Result<ModelAdapter> {
  const { provider, settings, env, secrets, demoUrl } = parameters;
  if (provider === 'demo') {
    const baseUrl = cleanBaseUrl(demoUrl);
    if (baseUrl === null)
      return fault(
        'bad-address',
        `The demo model's address "${shown(demoUrl)}" is no http address. Correct FORKSCOPE_DEMO_URL.`,
      );
    const cacheTtlMs = DEFAULT_CACHE.ttlMs;
    return ok(createGeminiAdapter({ provider, apiKey: 'demo', baseUrl, cacheTtlMs }));
  }
  if (provider !== 'gemini') {
    return fault('provider-not-built-in', `${NAMES[provider]} is not built in yet. Choose gemini or demo.`);
  }
  const { apiKey, keyAdvice } = geminiKey(env, secrets);
  if (apiKey === null) return { ok: false, error: missingKey() };
  const address = geminiAddress(settings, env);
  if (!address.ok) return address;
  return ok(
    createGeminiAdapter({
      provider,
      apiKey,
      keyAdvice,
      ...(address.value === null ? {} : { baseUrl: address.value }),
      cacheTtlMs: GEMINI_CACHE_TTL_MS,
    }),
  );
}

function missingKey(): Fault {
  return {
    code: 'no-key',
    message: 'There is no key for Gemini. Set GEMINI_API_KEY or add the key in Settings, or choose the demo model.',
  };
}

function geminiKey(env: Environment, secrets: Secrets): { readonly apiKey: string | null; readonly keyAdvice: string } {
  const fromEnvironment = env.GEMINI_API_KEY?.trim();
  if (fromEnvironment) {
    return { apiKey: fromEnvironment, keyAdvice: 'Check GEMINI_API_KEY, which wins over the key in Settings.' };
  }
  const stored = secrets.get('gemini')?.trim();
  return { apiKey: stored || null, keyAdvice: 'Set another key in Settings, or GEMINI_API_KEY.' };
}

function geminiAddress({ baseUrls }: Pick<Settings, 'baseUrls'>, env: Environment): Result<string | null> {
  const variable = env.GOOGLE_GEMINI_BASE_URL?.trim();
  const given = variable || baseUrls.gemini?.trim();
  if (!given) return ok(null);
  const baseUrl = cleanBaseUrl(given);
  if (baseUrl !== null) return ok(baseUrl);
  const where = variable ? 'GOOGLE_GEMINI_BASE_URL' : 'the address in Settings';
  const form = 'http:// or https://, a host and a path, with no user name, password or query';
  return fault('bad-address', `Gemini's address "${shown(given)}" cannot be used. Correct ${where}: ${form}.`);
}

/** A base address without the API version and the slash at its end, as the SDK wants it; null when it is none. */
function cleanBaseUrl(given: string): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (url.username || url.password || url.search || url.hash) return null;
  return url.href.replace(/\/+$/, '').replace(/\/v1(beta)?$/, '');
}

/** An address that may be anything, in short, and without the password or key that it may hold. */
function shown(address: string): string {
  return address
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/[?#].*$/s, '?…')
    .slice(0, 100);
}
