/** What stands in the history when the model's answer held nothing at all, so that roles go on alternating. */
export const EMPTY_ANSWER_STAND_IN = 'Failure: I did not provide a response.';

/** Answers a turn without a tool call. It names only tools that every subagent has. */
export const NO_TOOLS_USED = [
  'Your answer used no tool, so nothing happened.',
  'If your task is done, call `attempt_completion` with the whole result. Otherwise go on with the next tool.',
  'Nobody else reads your text, and nobody can answer questions: put what is missing into the result.',
].join(' ');

/** Answers `attempt_completion` without a result, or with a blank one. The run goes on. */
export const MISSING_RESULT =
  'The parameter `result` of `attempt_completion` is missing or blank, so the task is not finished. Call it again with your whole result.';

/** Answers a call of a tool that this subagent does not have. The run goes on. */
export function toolNotAvailable(name: string, allowed: readonly string[]): string {
  const tools = allowed.map((tool) => `\`${tool}\``).join(', ');
  return `The tool \`${name}\` is not available in this subagent. Nothing was run. Use one of ${tools}.`;
}

/** The end of the system text of an agent that changes no files. */
export const RESEARCH_SUFFIX = [
  '# How to work',
  'You do research: find out, change nothing. Commands only read (`git log`, `ls`, a test run that was asked for); join',
  'several small ones by `&&` or a pipe instead of one call each. Stop as soon as you can answer.',
  'Finish by calling `attempt_completion`. Its result is all that reaches the one who asked, and it arrives whole: give the',
  'answer first, then the facts that carry it with paths and line numbers. End with a list of the paths of the files that',
  'matter, one a line, nothing else on it.',
].join('\n');

/** The end of the system text of an agent that changes files. */
export const WORK_SUFFIX = [
  '# How to work',
  'You do the work that your prompt asks for, in your root, and nothing beside it. Verify each change by running something',
  'that could fail. Never commit, push or switch branches unless the prompt says so.',
  'Finish by calling `attempt_completion`. Its result is all that reaches the one who asked, and it arrives whole: say what',
  'was done, what was verified and how, and what is open. End with a list of the paths of the files that you changed.',
].join('\n');

/** The one step that an agent gets at a bound. `words` says which bound, as a whole sentence. */
export function graceRequest(words: string): string {
  return [
    words,
    'This is your last step, and no tool will run in it. Write your findings now, without tools: what you found or did,',
    'with paths, and what is still open. They will be handed on as they stand.',
  ].join(' ');
}
