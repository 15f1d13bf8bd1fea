import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Thought signatures. The real ones are an encrypted thought that only Google can read; ours prove that the part comes
 * back exactly as it was sent. The secret is constant, so that a stored session goes on after a restart.
 */
const SECRET = 'forkscope demo model, signatures v1';

/** Gemini takes this value for calls that another program made up, e.g. imported ones. */
const SKIP_VALIDATION = 'skip_thought_signature_validator';

/** What a signature covers: the model, and the call by name and arguments, or the empty closing part of a text. */
export interface Signed {
  readonly model: string;
  readonly call?: { readonly name: string; readonly args?: Record<string, unknown> | undefined };
}

export function sign({ model, call }: Signed): string {
  const covered = JSON.stringify([model, call?.name ?? null, call?.args ?? null]);
  return createHmac('sha256', SECRET).update(covered).digest('base64');
}

export function isGenuine(signature: string, signed: Signed): boolean {
  if (signature === SKIP_VALIDATION) return true;
  const [given, expected] = [Buffer.from(signature, 'base64'), Buffer.from(sign(signed), 'base64')];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
