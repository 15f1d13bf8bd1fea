/** Stands for a message of which nothing can be sent, since providers refuse a message without content. */
export const NOTHING_TO_SEND = '(no visible content)';

/** Arguments as the object that every provider wants; foreign transcripts may hold a bare string or a list. */
export function argumentsObject(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === 'object' && args !== null && !Array.isArray(args)
    ? (args as Record<string, unknown>)
    : { input: args ?? null };
}

/** A name or id in the letters that OpenAI and Anthropic allow; those that they made themselves stay as they are. */
export function safeToken(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, '_');
}
