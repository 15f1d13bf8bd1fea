import { fault, ok, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Secrets = { get(provider: string): string | null };

/** Where keys and addresses are looked for: the environment first, then Settings. */
export interface AccessSources {
  readonly env: Environment;
  readonly secrets: Secrets;
  readonly settings: Pick<Settings, 'baseUrls'>;
}

/** How one provider is reached, as far as it is known. */
export interface Access {
  /** How the service is called inside a sentence. */
  readonly service: string;
  readonly apiKey: string | null;
  /** What a person can do about the key; it ends the sentence of a refused one. */
  readonly keyAdvice: string;
  readonly needsKey: boolean;
  readonly keyVariable: string;
  readonly urlVariable: string;
  /** The address in force, or why the given one cannot be used. */
  readonly address: Result<string>;
}

/** A key from the environment, or the stored one; with what a person can do about it. */
export function keyFrom({ env, secrets }: AccessSources, secret: string, variable: string) {
  const fromEnvironment = env[variable]?.trim();
  if (fromEnvironment) {
    return { apiKey: fromEnvironment, keyAdvice: `Check ${variable}, which wins over the key in Settings.` };
  }
  const stored = secrets.get(secret)?.trim();
  return { apiKey: stored || null, keyAdvice: `Set another key in Settings, or ${variable}.` };
}

export interface GivenAddress {
  readonly given: string;
  /** The variable that holds it; null when it stands in Settings. */
  readonly variable: string | null;
}

/** The address that somebody gave; null when nobody did. Blank variables count as absent. */
export function givenAddress(sources: AccessSources, provider: string, variable: string): GivenAddress | null {
  const fromEnvironment = sources.env[variable]?.trim();
  if (fromEnvironment) return { given: fromEnvironment, variable };
  const stored = sources.settings.baseUrls[provider]?.trim();
  return stored ? { given: stored, variable: null } : null;
}

/** An address without the slash at its end; or a fault that says where to correct it. */
export function checkedAddress({ given, variable }: GivenAddress, service: string): Result<string> {
  const clean = cleanAddress(given);
  if (clean !== null) return ok(clean);
  const where = variable ?? 'the address in Settings';
  const form = 'http:// or https://, a host and a path, with no user name, password or query';
  return fault('bad-address', `${service}'s address "${shown(given)}" cannot be used. Correct ${where}: ${form}.`);
}

/** Null for what is no plain http address. */
export function cleanAddress(given: string): string | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (url.username || url.password || url.search || url.hash) return null;
  return url.href.replace(/\/+$/, '');
}

/** An address that may be anything, in short, and without the password or key that it may hold. */
export function shown(address: string): string {
  return address
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/[?#].*$/s, '?…')
    .slice(0, 100);
}
