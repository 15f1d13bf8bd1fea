import type { Segment } from '../../core/prefix/segments.ts';

/** Bytes after which a piece is closed. A piece is one write: fewer are faster, but only whole pieces are shared. */
const PIECE_BYTES = 64_000;

interface Piece {
  readonly segments: readonly Segment[];
  /** Without a comma in front. */
  readonly isFirst: boolean;
  readonly bytes: Uint8Array;
}

/** By the piece's last segment. Branches of a family cut their common head at the same places, so they meet here. */
const PIECES = new WeakMap<Segment, Piece>();

/**
 * The segments as UTF-8 with commas between them, in pieces. Pieces of a common prefix are encoded once for all requests
 * that begin with it; only the rest, less than one piece, is made for each.
 */
export function joinedBytes(segments: readonly Segment[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  let size = 0;
  segments.forEach((segment, index) => {
    size += segment.bytes + 1;
    if (size < PIECE_BYTES) return;
    pieces.push(sharedPiece(segments.slice(from, index + 1), segment, from === 0));
    from = index + 1;
    size = 0;
  });
  if (from < segments.length) pieces.push(encode(segments.slice(from), from === 0));
  return pieces;
}

function sharedPiece(segments: readonly Segment[], last: Segment, isFirst: boolean): Uint8Array {
  const known = PIECES.get(last);
  if (known && known.isFirst === isFirst && isSame(known.segments, segments)) return known.bytes;
  const bytes = encode(segments, isFirst);
  PIECES.set(last, { segments, isFirst, bytes });
  return bytes;
}

function encode(segments: readonly Segment[], isFirst: boolean): Uint8Array {
  const text = segments.map((segment) => segment.text).join(',');
  return Buffer.from(isFirst ? text : `,${text}`);
}

function isSame(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every((segment, at) => segment === b[at]);
}
