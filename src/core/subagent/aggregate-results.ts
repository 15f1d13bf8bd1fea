import type { EndStatus } from '../session/events.ts';
import type { BoundKind } from './bounds.ts';
import { capResult, DEFAULT_RESULT_CHARACTERS } from './cap-result.ts';
import { escapeAttribute, neutraliseTags } from './own-tags.ts';

/** How one subagent ended. `completed` needs a result that its `attempt_completion` brought. */
export interface SubagentOutcome {
  readonly branch: string;
  readonly prompt: string;
  readonly status: EndStatus;
  /** Plain words: why it did not complete; null when it did. */
  readonly reason: string | null;
  /** The bound that ended it, if one did: its result is then what it had found by then. */
  readonly bound: BoundKind | null;
  /** Its result, or its partial findings; null when there is nothing. */
  readonly result: string | null;
}

export interface AggregatedResults {
  readonly text: string;
  /** True as soon as one of them did not complete. */
  readonly isError: boolean;
}

const TAGS = ['subagent', 'prompt', 'reason', 'result', 'findings'];

/**
 * What the parent gets as the result of its call: every result whole (each capped by itself), each with its own status
 * and prompt, in the order of the prompts. One that failed is said to have failed, with what it had found.
 */
export function aggregateResults(
  outcomes: readonly SubagentOutcome[],
  limit: number = DEFAULT_RESULT_CHARACTERS,
): AggregatedResults {
  const isError = outcomes.some(({ status }) => status !== 'completed');
  const blocks = outcomes.map((outcome, index) => blockOf(outcome, index + 1, outcomes.length, limit));
  return { text: [headOf(outcomes), ...blocks].join('\n\n'), isError };
}

function headOf(outcomes: readonly SubagentOutcome[]): string {
  const all = outcomes.length;
  const number = (status: EndStatus) => outcomes.filter((outcome) => outcome.status === status).length;
  const parts = (['completed', 'failed', 'interrupted'] as const)
    .filter((status) => status === 'completed' || number(status) > 0)
    .map((status) => `${number(status)} ${status}`);
  return `${all} subagent${all === 1 ? '' : 's'}: ${parts.join(', ')}.`;
}

function blockOf(outcome: SubagentOutcome, number: number, all: number, limit: number): string {
  const { branch, prompt, status, reason, bound, result } = outcome;
  const name = status === 'completed' ? 'result' : 'findings';
  const attributes = [
    `number="${number} of ${all}"`,
    `branch="${escapeAttribute(branch)}"`,
    `status="${status}"`,
    ...(bound === null ? [] : [`bound="${bound}"`]),
  ];
  const capped = result === null ? null : capResult(result, limit, `the transcript of ${branch}`).text;
  return [
    `<subagent ${attributes.join(' ')}>`,
    element('prompt', prompt),
    ...(reason === null ? [] : [element('reason', reason)]),
    capped === null ? `It left no ${name}.` : element(name, capped),
    '</subagent>',
  ].join('\n');
}

function element(tag: string, text: string): string {
  return `<${tag}>\n${neutraliseTags(text, TAGS)}\n</${tag}>`;
}
