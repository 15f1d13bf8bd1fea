import type Anthropic from '@anthropic-ai/sdk';
import { type AnthropicCounts, anthropicUsage, mergeCounts } from '../../core/providers/anthropic-usage.ts';
import type { Part, Wire } from '../../core/session/message.ts';
import type { Usage } from '../../core/session/usage.ts';
import type { ApiRefusal } from './api-refusal.ts';
import { readArguments } from './call-arguments.ts';
import type { FinishReason } from './model-adapter.ts';
import type { FinishChunk, StreamedAnswer, TextChunk } from './stream-answer.ts';

type Event = Anthropic.RawMessageStreamEvent;

/** A block as it began, with what its deltas added. All of it is sent back as it stands here. */
type GrowingBlock = Record<string, unknown> & { readonly type: string };

/** Gathers one streamed message. Blocks stay as received and in order, thinking and signatures included. */
export class AnthropicAnswer implements StreamedAnswer<Event> {
  readonly #callId: () => string;
  readonly #blocks = new Map<number, GrowingBlock>();
  /** The arguments of calls, as text, until they are whole. */
  readonly #inputs = new Map<number, string>();
  #counts: AnthropicCounts | null = null;
  #stopReason: string | null = null;
  #isOver = false;

  constructor(callId: () => string) {
    this.#callId = callId;
  }

  get usage(): Usage | null {
    return anthropicUsage(this.#counts);
  }

  get isWhole(): boolean {
    return this.#stopReason !== null;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The context was full before the answer was done. */
  get refusal(): ApiRefusal | null {
    if (this.#stopReason !== 'model_context_window_exceeded') return null;
    return { code: 400, message: '', words: ['context_window_exceeded'], retryAfterMs: null };
  }

  add(event: Event): TextChunk[] {
    switch (event.type) {
      case 'message_start':
        this.#counts = mergeCounts(this.#counts, event.message.usage ?? {});
        return [];
      case 'content_block_start':
        return this.#start(event.index, { ...event.content_block });
      case 'content_block_delta':
        return this.#grow(event.index, event.delta);
      case 'message_delta':
        this.#counts = mergeCounts(this.#counts, event.usage ?? {});
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        return [];
      case 'message_stop':
        this.#isOver = true;
        return [];
      default:
        return [];
    }
  }

  finish(): FinishChunk {
    const parts: Part[] = [];
    let isBroken = false;
    for (const [index, block] of [...this.#blocks].sort(([a], [b]) => a - b)) {
      if (block.type === 'tool_use') {
        const args = this.#argumentsOf(index, block);
        if (args === null || !block.name) isBroken = true;
        parts.push(this.#call(block, args ?? {}));
      } else {
        parts.push(partOf(block));
      }
    }
    const hasCalls = parts.some(({ kind }) => kind === 'call');
    const reason = finishReason(this.#stopReason, hasCalls, isBroken);
    return {
      type: 'finish',
      reason,
      providerReason: this.#stopReason ?? '',
      parts: reason === 'malformed-call' ? [] : parts,
      usage: this.usage,
    };
  }

  #start(index: number, block: GrowingBlock): TextChunk[] {
    this.#blocks.set(index, block);
    if (block.type === 'tool_use') this.#inputs.set(index, '');
    return shown(block.type === 'thinking' ? block.thinking : block.text, block.type === 'thinking');
  }

  #grow(index: number, delta: Anthropic.RawContentBlockDelta): TextChunk[] {
    const block = this.#blocks.get(index);
    if (!block) return [];
    switch (delta.type) {
      case 'text_delta':
        block.text = joined(block.text, delta.text);
        return shown(delta.text, false);
      case 'thinking_delta':
        block.thinking = joined(block.thinking, delta.thinking);
        return shown(delta.thinking, true);
      case 'signature_delta':
        block.signature = delta.signature;
        return [];
      case 'input_json_delta':
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + delta.partial_json);
        return [];
      case 'citations_delta':
        block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
        return [];
      default:
        return [];
    }
  }

  /** What the deltas brought; the block's own input when they brought nothing, as for a call without parameters. */
  #argumentsOf(index: number, { input }: GrowingBlock): Readonly<Record<string, unknown>> | null {
    const text = this.#inputs.get(index) ?? '';
    return readArguments(text === '' ? JSON.stringify(input ?? null) : text);
  }

  #call(block: GrowingBlock, args: Readonly<Record<string, unknown>>): Part {
    const callId = this.#callId();
    const wireId = typeof block.id === 'string' && block.id !== '' ? block.id : callId;
    const value = { ...block, id: wireId, input: args };
    const name = typeof block.name === 'string' ? block.name : '';
    return { kind: 'call', callId, wireId, name, args, wire: { family: 'anthropic', value } };
  }
}

function partOf(block: GrowingBlock): Part {
  const wire: Wire = { family: 'anthropic', value: block };
  if (block.type === 'text') return { kind: 'text', text: joined(block.text, ''), wire };
  if (block.type === 'thinking') return { kind: 'text', text: joined(block.thinking, ''), thought: true, wire };
  // Redacted thinking, and kinds that are not known here, go back as they are.
  return { kind: 'opaque', wire };
}

function joined(text: unknown, more: string): string {
  return (typeof text === 'string' ? text : '') + more;
}

function shown(text: unknown, thought: boolean): TextChunk[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'text', text, thought }] : [];
}

function finishReason(stopReason: string | null, hasCalls: boolean, isBroken: boolean): FinishReason {
  switch (stopReason) {
    case 'max_tokens':
      return 'max-tokens';
    case 'refusal':
      return 'safety';
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      if (isBroken) return 'malformed-call';
      return hasCalls ? 'tool-calls' : 'stop';
    default:
      // `pause_turn`: the next request goes on from here.
      return isBroken ? 'malformed-call' : 'other';
  }
}
