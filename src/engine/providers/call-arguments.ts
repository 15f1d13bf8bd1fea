/**
 * The arguments of a call from their streamed text: an object, empty when the model wrote nothing or `null`. Null when
 * the text is not complete JSON, or no object: such a call must not be run.
 */
export function readArguments(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
