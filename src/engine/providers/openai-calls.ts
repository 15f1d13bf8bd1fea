import type { CallPart } from '../../core/session/message.ts';
import { readArguments } from './call-arguments.ts';

/** A piece of a call as it is streamed. The first piece names the call, later ones add to its arguments. */
export interface WireCallPiece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly type?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

interface GrowingCall {
  readonly index: number;
  id: string;
  name: string;
  text: string;
  /** Fields that a service adds beside the known ones: sent back with the call. */
  extra: Readonly<Record<string, unknown>>;
}

/** Joins the calls of one streamed answer. */
export class OpenAiCalls {
  readonly #callId: () => string;
  readonly #calls: GrowingCall[] = [];

  constructor(callId: () => string) {
    this.#callId = callId;
  }

  add(piece: WireCallPiece): void {
    const { index: _, id, type: __, function: called, ...extra } = piece;
    const call = this.#callFor(piece);
    call.id ||= id ?? '';
    // Services that repeat the name repeat it whole.
    call.name ||= called?.name ?? '';
    call.text += called?.arguments ?? '';
    call.extra = { ...call.extra, ...extra };
  }

  /**
   * The calls in their order. `isBroken` says that one has no name, or arguments that are no JSON object: they are never
   * guessed. In the wire form such arguments are empty, since a server that parses them would refuse the history.
   */
  finish(): { readonly parts: readonly CallPart[]; readonly isBroken: boolean } {
    let isBroken = false;
    const used = new Set<string>();
    const parts = this.#calls.map(({ id, name, text, extra }): CallPart => {
      const args = readArguments(text);
      if (args === null || name === '') isBroken = true;
      const callId = this.#callId();
      // Some servers give no ids, or one id to all calls of an answer.
      const wireId = id === '' || used.has(id) ? callId : id;
      used.add(wireId);
      const sent = { name, arguments: args === null || text.trim() === '' ? '{}' : text };
      const value = { id: wireId, type: 'function', function: sent, ...extra };
      return { kind: 'call', callId, wireId, name, args: args ?? {}, wire: { family: 'openai', value } };
    });
    return { parts, isBroken };
  }

  /** By index; by id where a server leaves the index out, or uses one index for several calls. */
  #callFor({ index, id, function: called }: WireCallPiece): GrowingCall {
    const starts = Boolean(id) && Boolean(called?.name);
    const known = this.#calls.findLast((call) =>
      typeof index === 'number' ? call.index === index : id ? call.id === id : !starts,
    );
    if (known && !(starts && known.id !== '' && known.id !== id)) return known;
    const call = { index: index ?? this.#calls.length, id: '', name: '', text: '', extra: {} };
    this.#calls.push(call);
    return call;
  }
}
