import type { Message } from '../session/message.ts';
import { DIRECTIVE_PREFIX, FORK_BOILERPLATE_TAG } from './fork-agent.ts';

/** The same bytes in every fork: nothing in here may depend on the fork. */
const BOILERPLATE = [
  `<${FORK_BOILERPLATE_TAG}>`,
  'Read this first. You are now a fork of the conversation above, not the main agent. The conversation is yours to know,',
  'but its task is not yours to go on with: your only task is the directive below.',
  '- Do the directive yourself, with your tools. Do not call `agent`: a fork cannot start forks or subagents.',
  '- Calls of `agent` that were answered with "Fork started" belong to your siblings, which do their own parts. Any other',
  '  call that was answered so has not run for you: send it again if you need its result.',
  '- Do not talk to a person, ask questions, or suggest what to do next. If something is missing, say so in the report.',
  '- Change only what the directive needs. Never commit, push or switch branches unless the directive says so.',
  '- Work without comments between the tool calls. When you are done, write one report and stop.',
  'The report opens with "Scope:" and has, in at most 500 words, the labels Scope, Result, Key files, Files changed,',
  'Verification, Issues; the last three only where there is something to say. Facts only.',
  `</${FORK_BOILERPLATE_TAG}>`,
].join('\n');

/** Which of its siblings a fork is. Comes after the directive, so that it costs no shared byte. */
export interface ForkIdentity {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
  readonly description: string;
  /** The call in the inherited conversation that started this fork; null when a person started it. */
  readonly callId: string | null;
}

export interface ChildMessageOptions {
  readonly identity: ForkIdentity;
  /** See `buildWorktreeNotice`. */
  readonly notices?: readonly string[];
}

/** The text that makes a conversation's copy a fork: constant rules, then the directive, then what is this fork's own. */
export function buildChildMessage(directive: string, { identity, notices = [] }: ChildMessageOptions): string {
  const { number, count, description, callId } = identity;
  const call = callId === null ? '' : `, started by the \`agent\` call "${description}" (${callId})`;
  const self = `You are fork ${number} of ${count}${call}. Other parts are not yours.`;
  return [BOILERPLATE, `${DIRECTIVE_PREFIX}${directive}`, self, ...notices].join('\n\n');
}

/** True when this conversation is a fork's: its history holds the boilerplate in a user message. */
export function isInForkChild(messages: readonly Message[]): boolean {
  return messages.some(startsFork);
}

/** True for the message that makes a conversation a fork's: without it the fork does not know what it is. */
export function startsFork({ role, parts }: Message): boolean {
  const tag = `<${FORK_BOILERPLATE_TAG}>`;
  return role === 'user' && parts.some((part) => part.kind === 'text' && part.text.startsWith(tag));
}
