import { z } from 'zod';
import type { JsonSchema } from '../../core/providers/tool-declaration.ts';

/** The model's arguments do not fit the tool's parameters. The message says what to change, for each of them. */
export class ToolArgumentsError extends Error {
  override readonly name = 'ToolArgumentsError';
}

/** A whole number. Models send `10`, `10.0` and `"10"`; all three are taken. */
export function wholeNumber(least: number, most: number): z.ZodType<number> {
  const digits = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
  return z.preprocess(digits, z.number().int().min(least).max(most)) as unknown as z.ZodType<number>;
}

/**
 * Checks arguments. A parameter that is `null` counts as left out, and unknown ones are ignored: models send both.
 * @throws ToolArgumentsError
 */
export function parseArguments<Args>(schema: z.ZodType<Args>, parameters: JsonSchema, args: unknown): Args {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new ToolArgumentsError(`The arguments must be an object, not ${kindOf(args)}.`);
  }
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const descriptions = descriptionsOf(parameters);
  const sentences = parsed.error.issues.map((issue) => sentenceFor(issue, given, descriptions));
  for (const name of Object.keys(given)) {
    if (!descriptions.has(name)) sentences.push(`\`${name}\` is not a parameter of this tool.`);
  }
  throw new ToolArgumentsError(sentences.join(' '));
}

function descriptionsOf(parameters: JsonSchema): Map<string, string> {
  const properties = (parameters.properties ?? {}) as Readonly<Record<string, { readonly description?: string }>>;
  return new Map(Object.entries(properties).map(([name, property]) => [name, property.description ?? '']));
}

function sentenceFor(
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, unknown>>,
  descriptions: ReadonlyMap<string, string>,
): string {
  const name = String(issue.path[0] ?? '');
  const value = given[name];
  const first = (descriptions.get(name) ?? '').split(/(?<=\.) /)[0] ?? '';
  const hint = `${first.charAt(0).toLowerCase()}${first.slice(1)}`;
  if (value === undefined) return `\`${name}\` is missing: give ${hint}`;
  if (issue.code === 'invalid_type') {
    const wanted = issue.expected === 'string' ? 'text' : 'a whole number';
    return `\`${name}\` must be ${wanted}, not ${kindOf(value)}.`;
  }
  if (issue.code === 'too_small' && issue.origin === 'string') return `\`${name}\` is empty: give ${hint}`;
  if (issue.code === 'too_small') return `\`${name}\` must be at least ${issue.minimum}.`;
  if (issue.code === 'too_big') return `\`${name}\` must be at most ${issue.maximum}.`;
  return `\`${name}\`: ${issue.message}.`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? `the number ${value}` : `${value}`;
}
