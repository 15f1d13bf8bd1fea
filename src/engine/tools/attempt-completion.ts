import { z } from 'zod';
import { readCompletion } from '../../core/subagent/read-completion.ts';
import { defineTool } from './define-tool.ts';
import { ToolFailure } from './tool-failure.ts';

/**
 * Ends a subagent's run. The run itself reads the call (`readCompletion`) and ends; run as a tool, it only confirms a
 * result or answers with the missing-parameter error.
 */
export const attemptCompletionTool = defineTool({
  declaration: {
    name: 'attempt_completion',
    description:
      'Ends your task and hands your result to the one who gave it to you. It is all that they see of your work, and it ' +
      'arrives whole. Call it alone, when everything is done.',
    parameters: {
      type: 'object',
      properties: {
        result: { type: 'string', description: 'The whole result, as Markdown, with nothing left to ask or to do.' },
      },
      required: ['result'],
    },
  },
  risk: 'read',
  // What is missing is answered with the text that names the parameter, not by the schema.
  schema: z.object({ result: z.unknown() }).partial(),
  async subject() {
    return { title: 'hand over the result', detail: '' };
  },
  async run(args) {
    const completion = readCompletion(args);
    if (!completion.accepted) throw new ToolFailure(completion.error);
    return 'The result was handed over.';
  },
});
