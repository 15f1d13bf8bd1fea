import type { GenerateContentResponse, GenerateContentResponseUsageMetadata, Part as WirePart } from '@google/genai';
import type { Part } from '../../core/session/message.ts';
import type { Usage } from '../../core/session/usage.ts';
import { geminiUsage } from './gemini-usage.ts';
import type { FinishReason, ModelChunk } from './model-adapter.ts';

type TextChunk = Extract<ModelChunk, { type: 'text' }>;
type FinishChunk = Extract<ModelChunk, { type: 'finish' }>;

/** Gathers one streamed answer. Parts stay as received and in order; only plain neighbouring text is joined. */
export class GeminiAnswer {
  readonly #callId: () => string;
  readonly #parts: Part[] = [];
  #counts: GenerateContentResponseUsageMetadata | null = null;
  #providerReason: string | null = null;
  #blocked: string | null = null;
  #namelessCall = false;

  constructor(callId: () => string) {
    this.#callId = callId;
  }

  /** What the provider has counted so far; null when nothing. */
  get usage(): Usage | null {
    return this.#counts && geminiUsage(this.#counts);
  }

  /** True once the provider has said how the answer ends. */
  get isWhole(): boolean {
    return this.#providerReason !== null || this.#blocked !== null;
  }

  /** Takes the next event and returns its text for the live view. */
  add(event: GenerateContentResponse): TextChunk[] {
    // Counts grow from event to event, and a later event may leave some out.
    if (event.usageMetadata) this.#counts = { ...this.#counts, ...event.usageMetadata };
    if (event.promptFeedback?.blockReason) this.#blocked = event.promptFeedback.blockReason;
    const candidate = event.candidates?.[0];
    const reason = candidate?.finishReason;
    if (reason && reason !== 'FINISH_REASON_UNSPECIFIED') this.#providerReason = reason;
    const parts = candidate?.content?.parts ?? [];
    for (const part of parts) this.#take(part);
    return parts.flatMap((part) =>
      part.text ? [{ type: 'text' as const, text: part.text, thought: part.thought === true }] : [],
    );
  }

  /** The end of a whole answer. Of a malformed call nothing is kept, the text around it included. */
  finish(): FinishChunk {
    const providerReason = this.#providerReason ?? this.#blocked ?? '';
    const hasCalls = this.#parts.some((part) => part.kind === 'call');
    const reason = this.#namelessCall ? 'malformed-call' : finishReason(this.#providerReason, hasCalls);
    return {
      type: 'finish',
      reason,
      providerReason,
      parts: reason === 'malformed-call' ? [] : this.#parts,
      usage: this.usage,
    };
  }

  #take(wire: WirePart): void {
    const value: unknown = wire;
    if (wire.functionCall) {
      const { id, name, args } = wire.functionCall;
      if (!name) this.#namelessCall = true;
      this.#parts.push({
        kind: 'call',
        callId: this.#callId(),
        ...(id ? { wireId: id } : {}),
        name: name ?? '',
        args: args ?? {},
        wire: { family: 'gemini', value },
      });
    } else if (wire.text) {
      this.#takeText(wire, wire.text);
    } else if (!isPlain(wire)) {
      // An empty text with a signature, or a kind of part that is not known here: sent back as it is.
      this.#parts.push({ kind: 'opaque', wire: { family: 'gemini', value } });
    }
  }

  #takeText(wire: WirePart, text: string): void {
    const thought = wire.thought === true;
    const last = this.#parts.at(-1);
    if (isPlain(wire) && last?.kind === 'text' && (last.thought ?? false) === thought && isPlain(last.wire?.value)) {
      this.#parts[this.#parts.length - 1] = textPart(last.text + text, thought);
    } else {
      this.#parts.push(isPlain(wire) ? textPart(text, thought) : textPart(text, thought, wire));
    }
  }
}

function textPart(text: string, thought: boolean, wire: unknown = thought ? { text, thought } : { text }): Part {
  return { kind: 'text', text, ...(thought ? { thought } : {}), wire: { family: 'gemini', value: wire } };
}

/** True for a part that is nothing but text, or a thought. */
function isPlain(wire: unknown): boolean {
  return (
    typeof wire === 'object' && wire !== null && Object.keys(wire).every((key) => key === 'text' || key === 'thought')
  );
}

const SAFETY_REASONS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

function finishReason(providerReason: string | null, hasCalls: boolean): FinishReason {
  switch (providerReason) {
    case 'STOP':
      return hasCalls ? 'tool-calls' : 'stop';
    case 'MAX_TOKENS':
      return 'max-tokens';
    case 'MALFORMED_FUNCTION_CALL':
    case 'UNEXPECTED_TOOL_CALL':
      return 'malformed-call';
    case null:
      return 'safety';
    default:
      return SAFETY_REASONS.has(providerReason) ? 'safety' : 'other';
  }
}
