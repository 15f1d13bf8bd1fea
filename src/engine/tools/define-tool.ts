import type { z } from 'zod';
import type { ToolDeclaration } from '../../core/providers/tool-declaration.ts';
import type { PermissionSubject, Tool, ToolContext, ToolOutput, ToolRisk } from './tool.ts';
import { parseArguments } from './tool-arguments.ts';
import { ToolFailure } from './tool-failure.ts';

/** A tool as its file writes it down: it may throw `ToolFailure`, and returns plain text when it succeeds. */
export interface ToolDefinition<Args> {
  readonly declaration: ToolDeclaration;
  readonly risk: ToolRisk;
  readonly schema: z.ZodType<Args>;
  subject(args: Args, context: ToolContext): Promise<PermissionSubject>;
  run(args: Args, context: ToolContext): Promise<string | ToolOutput>;
}

/**
 * Makes a tool of its definition. Failures become results: of `run` one with `isError`, of `subject` a detail that says
 * why the call will fail, so that a person is not asked about a change that cannot be shown.
 */
export function defineTool<Args>(definition: ToolDefinition<Args>): Tool<Args> {
  const { declaration, risk, schema } = definition;
  return Object.freeze({
    declaration: deepFreeze(declaration),
    risk,
    parse: (args: unknown) => parseArguments(schema, declaration.parameters, args),
    async subject(args: Args, context: ToolContext) {
      try {
        return await definition.subject(args, context);
      } catch (error) {
        return { title: declaration.name, detail: `This call will fail. ${messageOf(error)}` };
      }
    },
    async run(args: Args, context: ToolContext) {
      try {
        const result = await definition.run(args, context);
        return typeof result === 'string' ? { text: result, isError: false } : result;
      } catch (error) {
        return { text: messageOf(error), isError: true };
      }
    },
  });
}

function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return error.message;
  return `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Declarations are part of the request's prefix: a change at run time would break it for every fork. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
