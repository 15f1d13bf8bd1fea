/** Models behind OpenAI-compatible addresses whose names say that they see pictures. */
const SEEING = [
  /^(gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-[5-9]|chatgpt-4o)/,
  /^o[1-9](?!-mini)/,
  /(^|[-_/.])(vl|vision|omni|qvq|llava|pixtral|gemma-?3)([-_:.\d]|$)/,
];

/**
 * Whether a model takes pictures, as far as its provider and name tell. Gemini's and Claude's chat models do; of other
 * servers' models only those are taken for seeing whose names say so: a picture that a model refuses costs the request,
 * while one that is withheld is told of in words. By the vendors' published model lists; check before you rely on it.
 */
export function takesImages(provider: string, model: string): boolean {
  if (provider === 'gemini' || provider === 'anthropic') return true;
  return provider === 'openai' && SEEING.some((name) => name.test(model.toLowerCase()));
}
