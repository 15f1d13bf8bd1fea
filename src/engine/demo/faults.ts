import type { Answer, AnswerPart } from './answer.ts';
import { type ApiRefusal, refuse } from './api-error.ts';

/** What can go wrong on request. */
export const FAULT_KINDS = [
  /** 200 with a web page, as a captive portal or a wrong address answers. */
  'html',
  'unauthorized',
  'forbidden',
  /** 429 with Retry-After and RetryInfo, both 1 s. */
  'rate-limit',
  'server-error',
  'unavailable',
  'context-exceeded',
  /** Google's own form: the error as bare JSON inside the 200 stream. */
  'stream-error',
  /** The same error as a well-formed event. */
  'stream-error-event',
  'no-finish',
  'drop-text',
  'drop-call',
  /** Takes the request and never answers. */
  'silence',
  /** Begins to answer and falls silent. */
  'stall',
  'empty',
  'malformed-call',
  'max-tokens-in-call',
  'safety',
  'blocked-prompt',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export function isFaultKind(name: string): name is FaultKind {
  return (FAULT_KINDS as readonly string[]).includes(name);
}

/** The faults that are an HTTP error. */
export function refusalFor(fault: FaultKind): ApiRefusal | undefined {
  switch (fault) {
    case 'unauthorized':
      return refuse(
        401,
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      );
    case 'forbidden':
      return refuse(403, 'The caller does not have permission');
    case 'rate-limit':
      return refuse(429, 'You exceeded your current quota, please check your plan and billing details.', {
        headers: { 'retry-after': '1' },
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }],
      });
    case 'server-error':
      return refuse(
        500,
        'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      );
    case 'unavailable':
      return refuse(503, 'The model is overloaded. Please try again later.');
    case 'context-exceeded':
      return contextExceeded(1_048_577, 1_048_576);
    default:
      return undefined;
  }
}

export function contextExceeded(tokens: number, limit: number): ApiRefusal {
  return refuse(400, `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`);
}

const SOME_TEXT = 'This answer begins well enough, and it would have gone on for quite a while.';
const SOME_CALL = {
  type: 'call',
  name: 'write_file',
  args: { path: 'notes.md', content: 'The first line.\nThe second line, which is never finished.\n' },
} satisfies AnswerPart;

/** What the model says before and while it fails; faults that leave the answer alone get it back as it is. */
export function faultyAnswer(fault: FaultKind, answer: Answer): Answer {
  switch (fault) {
    case 'stream-error':
    case 'stream-error-event':
    case 'drop-text':
    case 'stall':
      return { parts: [{ type: 'text', text: SOME_TEXT }] };
    case 'drop-call':
      return { parts: [{ type: 'thought', text: 'I will write the file.' }, SOME_CALL] };
    case 'empty':
      return { parts: [] };
    case 'malformed-call':
      return {
        parts: [],
        finishReason: 'MALFORMED_FUNCTION_CALL',
        finishMessage: "Malformed function call: call:default_api:write_file{path: 'notes.md', content:",
      };
    case 'max-tokens-in-call':
      return {
        parts: [{ ...SOME_CALL, args: { path: 'notes.md', content: 'The first line.\nThe sec' } }],
        finishReason: 'MAX_TOKENS',
      };
    case 'safety':
      return { parts: [{ type: 'text', text: SOME_TEXT.slice(0, 30) }], finishReason: 'SAFETY' };
    default:
      return answer;
  }
}
