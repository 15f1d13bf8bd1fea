import { type OpenAiCounts, openAiUsage } from '../../core/providers/openai-usage.ts';
import type { Part } from '../../core/session/message.ts';
import type { Usage } from '../../core/session/usage.ts';
import type { ApiRefusal } from './api-refusal.ts';
import type { FinishReason } from './model-adapter.ts';
import { OpenAiCalls, type WireCallPiece } from './openai-calls.ts';
import type { FinishChunk, StreamedAnswer, TextChunk } from './stream-answer.ts';

/** One event of a chat completion, as services write it: any field may be absent, null or of another type. */
export interface OpenAiEvent {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: unknown;
      readonly refusal?: unknown;
      /** DeepSeek, DashScope, llama.cpp. */
      readonly reasoning_content?: unknown;
      /** vLLM, Ollama. */
      readonly reasoning?: unknown;
      readonly tool_calls?: readonly WireCallPiece[] | null;
    } | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: OpenAiCounts | null;
}

const THOUGHT_FIELDS = ['reasoning_content', 'reasoning'] as const;

/** Gathers one streamed chat completion: its thoughts, its text, its calls, in this order. */
export class OpenAiAnswer implements StreamedAnswer<OpenAiEvent> {
  readonly #calls: OpenAiCalls;
  #text = '';
  #thoughts = '';
  #thoughtField: (typeof THOUGHT_FIELDS)[number] | null = null;
  #refused = false;
  #counts: OpenAiCounts | null = null;
  #providerReason: string | null = null;

  constructor(callId: () => string) {
    this.#calls = new OpenAiCalls(callId);
  }

  get usage(): Usage | null {
    return openAiUsage(this.#counts);
  }

  get isWhole(): boolean {
    return this.#providerReason !== null;
  }

  /** DeepSeek breaks off with a finish reason of its own when it has no capacity left. */
  get refusal(): ApiRefusal | null {
    if (this.#providerReason !== 'insufficient_system_resource') return null;
    return { code: 503, message: this.#providerReason, words: [], retryAfterMs: null };
  }

  add({ choices, usage }: OpenAiEvent): TextChunk[] {
    // Some services count in every event; the last count is the whole one.
    if (usage) this.#counts = usage;
    const choice = choices?.[0];
    if (choice?.finish_reason) this.#providerReason = choice.finish_reason;
    const delta = choice?.delta;
    if (!delta) return [];
    for (const piece of delta.tool_calls ?? []) this.#calls.add(piece);
    return [...this.#takeThought(delta), ...this.#takeText(delta.content), ...this.#takeRefusal(delta.refusal)];
  }

  finish(): FinishChunk {
    const { parts: calls, isBroken } = this.#calls.finish();
    const providerReason = this.#providerReason ?? '';
    const reason = this.#reason(calls.length > 0, isBroken);
    return {
      type: 'finish',
      reason,
      providerReason: this.#refused ? 'refusal' : providerReason,
      parts: reason === 'malformed-call' ? [] : [...this.#thoughtPart(), ...this.#textPart(), ...calls],
      usage: this.usage,
    };
  }

  #reason(hasCalls: boolean, isBroken: boolean): FinishReason {
    switch (this.#providerReason) {
      case 'length':
        return 'max-tokens';
      case 'content_filter':
        return 'safety';
      // Not every service says `tool_calls` for an answer that calls tools.
      case 'stop':
      case 'tool_calls':
      case 'function_call':
        if (this.#refused) return 'safety';
        if (isBroken) return 'malformed-call';
        return hasCalls ? 'tool-calls' : 'stop';
      default:
        return isBroken ? 'malformed-call' : 'other';
    }
  }

  #takeThought(delta: Readonly<Record<(typeof THOUGHT_FIELDS)[number], unknown>> | object): TextChunk[] {
    const given = delta as Readonly<Record<string, unknown>>;
    // A gateway may send the same thought under both names.
    const field = this.#thoughtField ?? THOUGHT_FIELDS.find((name) => isText(given[name]));
    const text = field && given[field];
    if (!field || !isText(text)) return [];
    this.#thoughtField = field;
    this.#thoughts += text;
    return [{ type: 'text', text, thought: true }];
  }

  #takeText(text: unknown): TextChunk[] {
    if (!isText(text)) return [];
    this.#text += text;
    return [{ type: 'text', text, thought: false }];
  }

  /** What a model says when it declines stands in a field of its own. */
  #takeRefusal(text: unknown): TextChunk[] {
    if (isText(text)) this.#refused = true;
    return this.#takeText(text);
  }

  #thoughtPart(): Part[] {
    if (this.#thoughtField === null) return [];
    const value = { [this.#thoughtField]: this.#thoughts };
    return [{ kind: 'text', text: this.#thoughts, thought: true, wire: { family: 'openai', value } }];
  }

  #textPart(): Part[] {
    return this.#text === '' ? [] : [{ kind: 'text', text: this.#text }];
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
