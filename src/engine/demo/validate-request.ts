import { type ApiRefusal, refuse } from './api-error.ts';
import { isGenuine } from './signatures.ts';
import type { WireContent, WirePart, WireRequest } from './wire.ts';

const WRONG_COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
const RESPONSE_OUT_OF_PLACE = 'Please ensure that function response turn comes immediately after a function call turn.';
const CALL_OUT_OF_PLACE =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';

/**
 * Refuses what Gemini refuses, in its words, and a little more: two contents of one role in a row pass at Gemini but
 * not here, so that our own histories stay clean. Returns undefined for a request that may be answered.
 */
export function validateRequest(model: string, request: WireRequest): ApiRefusal | undefined {
  const contents = request.contents ?? [];
  if (contents.length === 0) return invalid('* GenerateContentRequest.contents: contents is not specified\n');
  return checkShape(contents) ?? checkCalls(contents) ?? checkSignatures(model, contents);
}

function checkShape(contents: readonly WireContent[]): ApiRefusal | undefined {
  for (const [index, { role, parts = [] }] of contents.entries()) {
    const where = `GenerateContentRequest.contents[${index}]`;
    if (role !== 'user' && role !== 'model') return invalid('Please use a valid role: user, model.');
    if (parts.length === 0) return invalid(`* ${where}.parts: contents.parts must not be empty.\n`);
    const empty = parts.findIndex((part) => !hasData(part));
    if (empty >= 0) {
      return invalid(`* ${where}.parts[${empty}].data: required oneof field 'data' must have one initialized field\n`);
    }
    if (role === (index === 0 ? 'model' : contents[index - 1]?.role)) {
      return invalid('Please ensure that multiturn requests alternate between user and model.');
    }
  }
  if (contents.at(-1)?.role === 'model') return invalid('Requests ending with a model turn are not supported.');
  return undefined;
}

function hasData(part: WirePart): boolean {
  return Object.keys(part).some((key) => key !== 'thought' && key !== 'thoughtSignature');
}

function checkCalls(contents: readonly WireContent[]): ApiRefusal | undefined {
  for (const [index, content] of contents.entries()) {
    const calls = callsOf(content);
    const responses = responsesOf(content);
    if (content.role === 'user' && calls.length > 0) return invalid(CALL_OUT_OF_PLACE);
    if (content.role === 'model' && responses.length > 0) return invalid(RESPONSE_OUT_OF_PLACE);
    if (content.role === 'model') continue;
    const previous = contents[index - 1];
    const asked = previous ? callsOf(previous) : [];
    if (asked.length === 0 && responses.length > 0) return invalid(RESPONSE_OUT_OF_PLACE);
    if (asked.length !== responses.length) return invalid(WRONG_COUNT);
    for (const [position, call] of asked.entries()) {
      const response = responses[position];
      if (response?.name !== call.name || response.id !== call.id) {
        return invalid(
          `Function response ${position} of contents[${index}] is for "${response?.name}" (id ${response?.id ?? 'none'}), but the function call ${position} it must answer is "${call.name}" (id ${call.id ?? 'none'}).`,
        );
      }
    }
  }
  return undefined;
}

/**
 * The first call of each answer of the current turn (since the last user content without function responses) must
 * carry a signature; one that is there must be genuine wherever it stands.
 */
function checkSignatures(model: string, contents: readonly WireContent[]): ApiRefusal | undefined {
  const turnStart = contents.findLastIndex((content) => content.role === 'user' && responsesOf(content).length === 0);
  for (const [index, { role, parts = [] }] of contents.entries()) {
    if (role !== 'model') continue;
    const first = parts.find((part) => part.functionCall);
    if (index > turnStart && first?.functionCall && first.thoughtSignature === undefined) {
      return invalid(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall.name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      );
    }
    for (const { thoughtSignature, functionCall } of parts) {
      if (thoughtSignature === undefined) continue;
      const signed = { model, ...(functionCall ? { call: functionCall } : {}) };
      if (!isGenuine(thoughtSignature, signed)) return invalid('Corrupted thought signature.');
    }
  }
  return undefined;
}

function callsOf(content: WireContent) {
  return (content.parts ?? []).flatMap((part) => (part.functionCall ? [part.functionCall] : []));
}

function responsesOf(content: WireContent) {
  return (content.parts ?? []).flatMap((part) => (part.functionResponse ? [part.functionResponse] : []));
}

function invalid(message: string): ApiRefusal {
  return refuse(400, message);
}
