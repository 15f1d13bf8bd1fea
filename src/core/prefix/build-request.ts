import type { Dialect } from '../providers/dialect.ts';
import type { Message } from '../session/message.ts';
import type { Segment, SegmentKind } from './segments.ts';
import type { Snapshot } from './snapshot.ts';

/** Hashes text; passed in, because core has no crypto of its own. */
export type Hash = (text: string) => string;

/** A request as data: what will be sent, cut into segments, before it is sent. */
export interface BuiltRequest {
  readonly snapshot: Snapshot;
  readonly segments: readonly Segment[];
  /** Hash over the whole chain: equal chains mean equal requests. */
  readonly chain: string;
  readonly totalBytes: number;
  /** The provider's own values, from which its adapter makes the body without changing a byte. */
  readonly body: { readonly tools: unknown; readonly system: unknown; readonly messages: readonly unknown[] };
}

interface Rendered {
  readonly value: unknown;
  readonly segment: Segment;
}

/**
 * The only place where requests are made: root, fork, resumed fork, retry and compaction alike. Messages and the parts
 * of a snapshot are rendered once and remembered by identity, so a fork reuses its parent's bytes instead of
 * rebuilding them.
 */
export class RequestBuilder {
  readonly #dialect: Dialect;
  readonly #hash: Hash;
  readonly #messages = new WeakMap<Message, Rendered>();
  readonly #links = new WeakMap<Segment, { readonly before: string; readonly chain: string }>();
  readonly #heads = new WeakMap<Snapshot, { readonly tools: Rendered; readonly system: Rendered }>();

  constructor(dialect: Dialect, hash: Hash) {
    this.#dialect = dialect;
    this.#hash = hash;
  }

  build(snapshot: Snapshot, messages: readonly Message[]): BuiltRequest {
    const head = this.#head(snapshot);
    const rendered = messages.map((message) => this.#message(message));
    const segments = [head.tools.segment, head.system.segment, ...rendered.map(({ segment }) => segment)];
    return {
      snapshot,
      segments,
      chain: segments.reduce((chain, segment) => this.#link(chain, segment), ''),
      totalBytes: segments.reduce((total, segment) => total + segment.bytes, 0),
      body: { tools: head.tools.value, system: head.system.value, messages: rendered.map(({ value }) => value) },
    };
  }

  /** One link of the chain. A segment mostly stands at one place, so its last link is remembered. */
  #link(before: string, segment: Segment): string {
    const known = this.#links.get(segment);
    if (known?.before === before) return known.chain;
    const chain = this.#hash(before + segment.hash);
    this.#links.set(segment, { before, chain });
    return chain;
  }

  #head(snapshot: Snapshot) {
    let head = this.#heads.get(snapshot);
    if (!head) {
      head = {
        tools: this.#render('tools', this.#dialect.tools(snapshot.tools)),
        system: this.#render('system', this.#dialect.system(snapshot.systemText)),
      };
      this.#heads.set(snapshot, head);
    }
    return head;
  }

  #message(message: Message): Rendered {
    let rendered = this.#messages.get(message);
    if (!rendered) {
      rendered = this.#render('message', this.#dialect.message(message));
      this.#messages.set(message, rendered);
    }
    return rendered;
  }

  #render(kind: SegmentKind, value: unknown): Rendered {
    const text = JSON.stringify(value);
    return { value, segment: { kind, text, hash: this.#hash(text), bytes: utf8Length(text) } };
  }
}

/** UTF-8 length of a string without an encoder (core has no platform). A lone surrogate counts 3, as encoders write U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
