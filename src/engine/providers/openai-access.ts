import { isOpenAiModel, OPENAI_PROFILES, type OpenAiProfile } from '../../core/providers/openai-profiles.ts';
import { fault, ok, type Result } from '../../shared/result.ts';
import { type Access, type AccessSources, checkedAddress, type GivenAddress, givenAddress, keyFrom } from './access.ts';

export interface OpenAiAccess extends Access {
  readonly profile: OpenAiProfile;
}

/**
 * Which kind of service the provider `openai` is, and how it is reached:
 *
 * 1. `DASHSCOPE_API_KEY` or `DASHSCOPE_BASE_URL` in the environment means DashScope, unless `OPENAI_API_KEY` or
 *    `OPENAI_BASE_URL` is set as well: then the model's name decides (`qwen…` is DashScope's).
 * 2. Else the host of `OPENAI_BASE_URL`, or of `baseUrls.openai` in Settings, says whose it is: `openai.com` and
 *    `azure.com`, `aliyuncs.com`, `deepseek.com`. Without an address it is OpenAI.
 * 3. Any other host is a plain server (llama.cpp, Ollama, vLLM), except for a model that only OpenAI has, or no model
 *    said and a key given: that is OpenAI through a gateway.
 */
export function openAiAccess(sources: AccessSources, model: string | null): OpenAiAccess {
  const { env } = sources;
  const has = (variable: string) => Boolean(env[variable]?.trim());
  const isOpenAi = has('OPENAI_API_KEY') || has('OPENAI_BASE_URL');
  if ((has('DASHSCOPE_API_KEY') || has('DASHSCOPE_BASE_URL')) && (!isOpenAi || /^qwen/i.test(model ?? ''))) {
    const given = env.DASHSCOPE_BASE_URL?.trim();
    return access(sources, OPENAI_PROFILES.dashscope, given ? { given, variable: 'DASHSCOPE_BASE_URL' } : null);
  }
  const given = givenAddress(sources, 'openai', 'OPENAI_BASE_URL');
  const hasKey = keyFrom(sources, 'openai', 'OPENAI_API_KEY').apiKey !== null;
  return access(sources, profileOf(given?.given ?? null, model, hasKey), given);
}

function profileOf(address: string | null, model: string | null, hasKey: boolean): OpenAiProfile {
  if (address === null) return OPENAI_PROFILES.openai;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  if (/(^|\.)(openai|azure)\.com$/.test(host)) return OPENAI_PROFILES.openai;
  if (/(^|\.)aliyuncs\.com$/.test(host)) return OPENAI_PROFILES.dashscope;
  if (/(^|\.)deepseek\.com$/.test(host)) return OPENAI_PROFILES.deepseek;
  const isGateway = model === null ? hasKey : isOpenAiModel(model);
  return isGateway ? OPENAI_PROFILES.openai : OPENAI_PROFILES.plain;
}

function access(sources: AccessSources, profile: OpenAiProfile, given: GivenAddress | null): OpenAiAccess {
  const { service, needsKey, urlVariable } = profile;
  const keyVariable =
    profile.name === 'dashscope' && given?.variable === 'OPENAI_BASE_URL' ? 'OPENAI_API_KEY' : profile.keyVariable;
  return {
    profile,
    service,
    needsKey,
    keyVariable,
    urlVariable,
    ...keyFrom(sources, 'openai', keyVariable),
    address: addressOf(profile, given),
  };
}

function addressOf({ baseUrl, service }: OpenAiProfile, given: GivenAddress | null): Result<string> {
  if (given) {
    const checked = checkedAddress(given, service.charAt(0).toUpperCase() + service.slice(1));
    return checked.ok ? ok(withVersion(checked.value)) : checked;
  }
  if (baseUrl !== null) return ok(baseUrl);
  return fault('no-address', `There is no address for ${service}. Set OPENAI_BASE_URL or the address in Settings.`);
}

/** The address as the SDK wants it: a bare host gets the version that all these services have. */
function withVersion(address: string): string {
  const base = address.replace(/\/chat\/completions$/, '');
  return new URL(base).pathname === '/' ? `${base}/v1` : base;
}
