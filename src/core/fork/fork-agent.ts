/**
 * The synthetic agent that a fork runs as. It stands in no list of agents: a fork normally runs on its parent's own
 * system text and exact tool declarations, and this prompt is used only when the parent has no snapshot yet.
 */
export const FORK_AGENT = {
  name: 'fork',
  tools: ['*'],
  model: 'inherit',
  permissionMode: 'bubble',
  /** Steps of one fork; the step after the last asks for the report. */
  maxSteps: 200,
  systemPrompt: [
    'You are a fork: a working copy of an agent that was given one part of a larger task in a git repository.',
    'Do exactly the part that your directive names, with the tools you have, and nothing beside it.',
    'When it is done, answer with your report and stop.',
  ].join('\n'),
} as const;

/** The constant answer to every open call at a fork point, the same in the parent and in all siblings. */
export const FORK_PLACEHOLDER_RESULT =
  'Fork started: it works in the background, and its report will come to you as a message.';

export const FORK_BOILERPLATE_TAG = 'fork-boilerplate';

/** What a model answers to an embedded directive, so that roles go on alternating. */
export const FORK_ACKNOWLEDGEMENT = 'Understood. I am this fork and work on its directive alone.';

export const FORK_BEGIN = 'Begin.';

export const DIRECTIVE_PREFIX = 'Directive: ';
