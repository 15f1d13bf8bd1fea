import type { Message, Part } from '../session/message.ts';

/** What a compaction does to a branch's context. The log keeps every message; only the view of the model changes. */
export interface CompactionChange {
  /** Runs of messages that leave the context, by the ids of their first and last one, in order. */
  readonly removed: readonly { readonly first: string; readonly last: string }[];
  /** Pieces of texts and results that others stand for. */
  readonly rewritten: readonly RewrittenPiece[];
  /** A text that is added to a message as its last part: what the model is told of what is gone. */
  readonly added: { readonly messageId: string; readonly text: string } | null;
  /** True: the provider's own form of every part goes, signatures included, and what has no other form goes with it. */
  readonly unsigned?: true;
}

/** A piece of the text of one part, in UTF-16 units, and what stands for it. */
export interface RewrittenPiece {
  readonly messageId: string;
  /** Index among the message's parts. */
  readonly part: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The context after a change. Messages that it does not touch stay the same objects, so that their bytes are not made
 * anew. Throws when the change names a message that is not there.
 */
export function applyChange(messages: readonly Message[], change: CompactionChange): readonly Message[] {
  const indexOf = (id: string) => {
    const index = messages.findIndex((message) => message.id === id);
    if (index < 0) throw new Error(`the compaction names the message ${id}, which is not in the context`);
    return index;
  };
  const gone = new Set<number>();
  for (const { first, last } of change.removed) {
    for (let index = indexOf(first); index <= indexOf(last); index++) gone.add(index);
  }
  const touched = new Set([
    ...change.rewritten.map(({ messageId }) => indexOf(messageId)),
    ...(change.added ? [indexOf(change.added.messageId)] : []),
  ]);
  return messages.flatMap((message, index) => {
    if (gone.has(index)) return [];
    const kept = touched.has(index) ? rewrite(message, change) : message;
    return [change.unsigned ? withoutWire(kept) : kept];
  });
}

function withoutWire(message: Message): Message {
  if (!message.parts.some((part) => 'wire' in part)) return message;
  const parts = message.parts.flatMap((part): Part[] => {
    if (part.kind === 'opaque') return [];
    const { wire: _, ...rest } = part as Part & { wire?: unknown };
    return [rest as Part];
  });
  return { ...message, parts };
}

function rewrite(message: Message, { rewritten, added }: CompactionChange): Message {
  const pieces = rewritten.filter(({ messageId }) => messageId === message.id);
  const parts = message.parts.map((part, index) =>
    withPieces(
      part,
      pieces.filter((piece) => piece.part === index),
    ),
  );
  if (added?.messageId === message.id) parts.push({ kind: 'text', text: added.text });
  return { ...message, parts };
}

function withPieces(part: Part, pieces: readonly RewrittenPiece[]): Part {
  if (pieces.length === 0 || (part.kind !== 'text' && part.kind !== 'result')) return part;
  let { text } = part;
  for (const { from, to, text: piece } of [...pieces].sort((a, b) => b.from - a.from)) {
    text = text.slice(0, from) + piece + text.slice(to);
  }
  return { ...part, text };
}
