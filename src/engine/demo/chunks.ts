import { type Answer, answerTokens } from './answer.ts';
import { sign } from './signatures.ts';
import type { WirePart, WireResponse, WireUsage } from './wire.ts';

export interface ChunkOptions {
  readonly model: string;
  readonly responseId: string;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** Thoughts are always paid for, but only sent when the request asks for them. */
  readonly includeThoughts: boolean;
  readonly newCallId: () => string;
}

/** Longest piece of text in one chunk, in characters. */
const PIECE = 24;

/** A call is long in the making, since it comes whole; but never longer than this many pieces of text. */
const MAX_PIECES = 40;

/**
 * An answer as the chunks of a stream: text in small pieces, each call whole and in a chunk of its own, the usage and
 * the finish reason in the last. The first call is signed; an answer without calls is signed by an empty last part.
 */
export function toChunks(answer: Answer, options: ChunkOptions): WireResponse[] {
  const { model, responseId } = options;
  const base = { modelVersion: model, responseId };
  const chunks: WireResponse[] = [];
  let signed = false;
  for (const part of answer.parts) {
    if (part.type === 'call') {
      const args = { ...part.args };
      const functionCall = { id: options.newCallId(), name: part.name, args };
      chunks.push(
        chunkOf({ functionCall, ...(signed ? {} : { thoughtSignature: sign({ model, call: functionCall }) }) }),
      );
      signed = true;
    } else if (part.type === 'text' || options.includeThoughts) {
      for (const text of pieces(part.text))
        chunks.push(chunkOf(part.type === 'thought' ? { text, thought: true } : { text }));
    }
  }
  const finished = answer.finishReason === undefined || answer.finishReason === 'STOP';
  const closing =
    signed || !finished || answer.parts.length === 0 ? undefined : { text: '', thoughtSignature: sign({ model }) };
  chunks.push(lastChunk());
  return chunks;

  function chunkOf(part: WirePart): WireResponse {
    return { candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], ...base };
  }

  function lastChunk(): WireResponse {
    return {
      candidates: [
        {
          content: { role: 'model', ...(closing ? { parts: [closing] } : {}) },
          finishReason: answer.finishReason ?? 'STOP',
          ...(answer.finishMessage === undefined ? {} : { finishMessage: answer.finishMessage }),
          index: 0,
        },
      ],
      usageMetadata: usageOf(answer, options),
      ...base,
    };
  }
}

/** Gemini leaves out counts that are zero. */
function usageOf(answer: Answer, { promptTokens, cachedTokens }: ChunkOptions): WireUsage {
  const { candidates, thoughts } = answerTokens(answer);
  return {
    promptTokenCount: promptTokens,
    ...(cachedTokens > 0 ? { cachedContentTokenCount: cachedTokens } : {}),
    candidatesTokenCount: candidates,
    ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
    totalTokenCount: promptTokens + candidates + thoughts,
  };
}

/** How long a chunk takes to write, in pieces of text. */
export function piecesIn(chunk: WireResponse): number {
  const parts = chunk.candidates?.[0]?.content.parts ?? [];
  const length = parts.reduce(
    (sum, { functionCall }) => sum + (functionCall ? JSON.stringify(functionCall.args).length : 0),
    0,
  );
  return Math.min(MAX_PIECES, Math.max(1, Math.ceil(length / PIECE)));
}

/** Cuts text after spaces where it can; no character is ever split. */
export function pieces(text: string): string[] {
  const result: string[] = [];
  let piece = '';
  for (const word of text.match(/\S*\s*/gu) ?? []) {
    if (piece !== '' && piece.length + word.length > PIECE) {
      result.push(piece);
      piece = '';
    }
    piece += word;
  }
  if (piece !== '') result.push(piece);
  return result;
}

/** All chunks as one answer, as `generateContent` gives it: neighbouring texts of one kind are joined. */
export function joinChunks(chunks: readonly WireResponse[]): WireResponse {
  const parts: WirePart[] = [];
  for (const part of chunks.flatMap((chunk) => chunk.candidates?.[0]?.content.parts ?? [])) {
    const last = parts.at(-1);
    const joins =
      last?.text !== undefined &&
      part.text !== undefined &&
      last.thought === part.thought &&
      last.thoughtSignature === undefined &&
      part.thoughtSignature === undefined;
    if (joins) parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` };
    else parts.push(part);
  }
  const last = chunks.at(-1);
  const candidate = last?.candidates?.[0];
  if (!last || !candidate) return last ?? { modelVersion: '', responseId: '' };
  return { ...last, candidates: [{ ...candidate, content: { role: 'model', parts } }] };
}
