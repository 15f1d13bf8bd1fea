import type { ServerResponse } from 'node:http';
import { type Answer, answerTokens, capAnswer } from './answer.ts';
import { type ApiRefusal, refuse } from './api-error.ts';
import { joinChunks, piecesIn, toChunks } from './chunks.ts';
import { contextExceeded, type FaultKind, faultyAnswer, refusalFor } from './faults.ts';
import { sendJson, sendPage, sendRefusal } from './http-io.ts';
import { firstByteDelay } from './latency.ts';
import type { DemoModel } from './models.ts';
import { countTokens, segmentsOf } from './prompt-segments.ts';
import type { ServerState } from './server-state.ts';
import { streamResponse } from './stream-response.ts';
import { validateRequest } from './validate-request.ts';
import { requestSchema, type WireRequest } from './wire.ts';

export interface GenerateCall {
  readonly model: DemoModel;
  readonly body: unknown;
  /** How the answer goes out: server-sent events, one JSON array of chunks, or one JSON object. */
  readonly form: 'events' | 'array' | 'whole';
  readonly response: ServerResponse;
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal;
}

/** `generateContent` and `streamGenerateContent`: refuse, or wait, warm the cache, and answer. */
export async function generate(state: ServerState, call: GenerateCall): Promise<void> {
  const { model, response, signal } = call;
  const startedAt = state.clock.now();
  const parsed = parseRequest(call.body);
  if ('code' in parsed) return refuseWith(parsed);

  const fault = model.fault ?? state.takeFault(model.name, parsed);
  if (fault === 'html') return sendPage(response);
  if (fault === 'silence') return;
  const segments = segmentsOf(parsed);
  const promptTokens = countTokens(segments);
  const refusal =
    (fault && refusalFor(fault)) ??
    validateRequest(model.name, parsed) ??
    (promptTokens > model.inputTokenLimit ? contextExceeded(promptTokens, model.inputTokenLimit) : undefined);
  if (refusal) return refuseWith(refusal);

  const cachedTokens = state.cache.lookup(model.name, segments, startedAt);
  const answer = answerTo(state, model, parsed, fault);
  await state.clock.sleep(firstByteDelay(state.latency, promptTokens - cachedTokens), signal);
  if (signal.aborted) return;
  state.cache.write(model.name, segments, startedAt);
  const { candidates, thoughts } = answerTokens(answer);
  state.record({ model: model.name, code: 200, promptTokens, cachedTokens, outputTokens: candidates + thoughts });

  const responseId = state.newId();
  if (fault === 'blocked-prompt') {
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, modelVersion: model.name, responseId };
    const usageMetadata = { promptTokenCount: promptTokens, candidatesTokenCount: 0, totalTokenCount: promptTokens };
    return send([{ ...blocked, usageMetadata }]);
  }
  return send(
    toChunks(answer, {
      model: model.name,
      responseId,
      promptTokens,
      cachedTokens,
      includeThoughts: parsed.generationConfig?.thinkingConfig?.includeThoughts === true,
      newCallId: () => `call-${state.newId()}`,
    }),
  );

  async function send(chunks: ReturnType<typeof toChunks>): Promise<void> {
    const { clock, latency } = state;
    if (call.form === 'events')
      return streamResponse(response, chunks, { clock, perChunkMs: latency.perChunkMs, signal, fault });
    const pieces = chunks.reduce((total, chunk) => total + piecesIn(chunk), 0);
    await clock.sleep(latency.perChunkMs * pieces, signal);
    sendJson(response, 200, call.form === 'array' ? chunks : joinChunks(chunks));
  }

  function refuseWith(refused: ApiRefusal): void {
    state.record({ model: model.name, code: refused.code, promptTokens: 0, cachedTokens: 0, outputTokens: 0 });
    sendRefusal(response, refused);
  }
}

/** Gemini names the field that it does not know, and so do we. */
export function parseRequest(body: unknown): WireRequest | ApiRefusal {
  const parsed = requestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const what =
    issue?.code === 'unrecognized_keys'
      ? `Unknown name "${issue.keys[0]}": Cannot find field.`
      : `Invalid value at '${field}': ${issue?.message ?? 'unreadable'}`;
  const description = `Invalid JSON payload received. ${what}`;
  return refuse(400, description, {
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }],
  });
}

function answerTo(state: ServerState, model: DemoModel, request: WireRequest, fault: FaultKind | undefined): Answer {
  const answer = state.answer(model.name, request);
  return fault ? faultyAnswer(fault, answer) : capAnswer(answer, request.generationConfig?.maxOutputTokens);
}
