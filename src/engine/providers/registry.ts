import { ANTHROPIC_MODELS } from '../../core/providers/anthropic-models.ts';
import type { ProviderInfo } from '../../shared/contract.ts';
import { fault, ok, type Result } from '../../shared/result.ts';
import type { ProviderId } from '../../shared/settings.ts';
import { LISTED_MODELS } from '../demo/models.ts';
import { DEFAULT_CACHE } from '../demo/prompt-cache.ts';
import {
  type Access,
  type AccessSources,
  checkedAddress,
  cleanAddress,
  givenAddress,
  keyFrom,
  shown,
} from './access.ts';
import { ANTHROPIC_BASE_URL, createAnthropicAdapter } from './anthropic.ts';
import { createGeminiAdapter, GEMINI_BASE_URL } from './gemini.ts';
import type { ModelAdapter } from './model-adapter.ts';
import { createOpenAiAdapter } from './openai.ts';
import { openAiAccess } from './openai-access.ts';

/** Models that a picker offers; any other name can be typed. The first one is the default. */
const MODELS: Readonly<Record<Exclude<ProviderId, 'openai'>, readonly string[]>> = {
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
  anthropic: ANTHROPIC_MODELS,
};

const NAMES: Readonly<Record<ProviderId, string>> = {
  demo: 'Demo model',
  gemini: 'Gemini',
  openai: 'OpenAI-compatible',
  anthropic: 'Anthropic',
};

/**
 * Gemini does not say how long its implicit cache keeps a prefix. Five minutes is our own careful guess: when it is too
 * short, a fork waits a moment for nothing; when it were too long, several forks would pay for one prefix.
 */
const GEMINI_CACHE_TTL_MS = 300_000;

/** Nothing but the defaults: no environment, no keys, no settings. */
const NO_SOURCES: AccessSources = { env: {}, secrets: { get: () => null }, settings: { baseUrls: {} } };

/** The model that a session uses when nothing else is said; '' where somebody has to say it, as for a local server. */
export function defaultModel(provider: ProviderId, sources: AccessSources = NO_SOURCES): string {
  return modelsOf(provider, sources)[0] ?? '';
}

function modelsOf(provider: ProviderId, sources: AccessSources): readonly string[] {
  return provider === 'openai' ? openAiAccess(sources, null).profile.models : MODELS[provider];
}

/** The providers that can be chosen, as the settings pane shows them, with the key and address that are in force. */
export function listProviders(sources: AccessSources): ProviderInfo[] {
  return (['demo', 'gemini', 'openai', 'anthropic'] as const).map((id) => {
    const info = { id, name: NAMES[id], models: modelsOf(id, sources) };
    if (id === 'demo') return { ...info, needsKey: false, hasKey: true };
    const { apiKey, needsKey, keyVariable, urlVariable, service, address } = accessOf(id, sources, null);
    return {
      ...info,
      needsKey,
      hasKey: apiKey !== null,
      access: {
        service,
        keyVariable,
        urlVariable,
        keyFromEnvironment: apiKey !== null && sources.env[keyVariable]?.trim() === apiKey,
        baseUrl: address.ok ? address.value : null,
        problem: address.ok ? null : address.error.message,
      },
    };
  });
}

export interface AdapterParameters extends AccessSources {
  readonly provider: ProviderId;
  /** The model that will be asked: for `openai` it has a say in which kind of service this is. Null when unknown. */
  readonly model?: string | null;
  /** Where the embedded model listens; only read for the provider `demo`. */
  readonly demoUrl: string;
}

/** The adapter of a provider, or a fault whose sentence says what is missing. What the environment says wins over settings. */
export function createAdapter(parameters: AdapterParameters): Result<ModelAdapter> {
  const { provider, demoUrl, model = null } = parameters;
  if (provider === 'demo') return demoAdapter(demoUrl);
  if (!Object.hasOwn(NAMES, provider)) {
    return fault('unknown-provider', `Forkscope has no provider "${provider}". Fork into a session with another one.`);
  }
  const { apiKey, keyAdvice, needsKey, address, ...access } = accessOf(provider, parameters, model);
  if (apiKey === null && needsKey) return missingKey(access);
  if (!address.ok) return address;
  const reached = { apiKey: apiKey ?? '', keyAdvice, baseUrl: address.value };
  if (provider === 'gemini') {
    return ok(createGeminiAdapter({ provider, ...reached, cacheTtlMs: GEMINI_CACHE_TTL_MS }));
  }
  if (provider === 'anthropic') return ok(createAnthropicAdapter(reached));
  if (model === '')
    return fault('no-model', `Say which model ${access.service} shall run: name it in Settings or with --model.`);
  return ok(createOpenAiAdapter({ ...reached, profile: openAiAccess(parameters, model).profile }));
}

function demoAdapter(demoUrl: string): Result<ModelAdapter> {
  const baseUrl = cleanAddress(demoUrl);
  if (baseUrl !== null) {
    const { ttlMs, minimumTokens } = DEFAULT_CACHE;
    const cache = { cacheTtlMs: ttlMs, cacheMinimumTokens: minimumTokens };
    return ok(createGeminiAdapter({ provider: 'demo', apiKey: 'demo', baseUrl, ...cache }));
  }
  const sentence = `The demo model's address "${shown(demoUrl)}" is no http address.`;
  return fault('bad-address', `${sentence} Correct FORKSCOPE_DEMO_URL.`);
}

function accessOf(provider: Exclude<ProviderId, 'demo'>, sources: AccessSources, model: string | null): Access {
  switch (provider) {
    case 'openai':
      return openAiAccess(sources, model);
    case 'gemini':
      return ownAccess(sources, provider, ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'], GEMINI_BASE_URL);
    case 'anthropic':
      return ownAccess(sources, provider, ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'], ANTHROPIC_BASE_URL);
  }
}

/** A provider with one kind of service. Its SDK adds the API's version to the address. */
function ownAccess(
  sources: AccessSources,
  provider: 'gemini' | 'anthropic',
  [keyVariable, urlVariable]: readonly [string, string],
  baseUrl: string,
): Access {
  const service = NAMES[provider];
  const given = givenAddress(sources, provider, urlVariable);
  const checked = given ? checkedAddress(given, service) : ok(baseUrl);
  return {
    service,
    needsKey: true,
    keyVariable,
    urlVariable,
    ...keyFrom(sources, provider, keyVariable),
    address: checked.ok ? ok(checked.value.replace(/\/v1(beta)?$/, '')) : checked,
  };
}

function missingKey({ service, keyVariable }: Pick<Access, 'service' | 'keyVariable'>): Result<never> {
  const advice = `Set ${keyVariable} or add the key in Settings, or choose the demo model.`;
  return fault('no-key', `There is no key for ${service}. ${advice}`);
}
