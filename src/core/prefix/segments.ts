/** What a segment of a request is. Providers read a prompt in the order tools, system, messages. */
export type SegmentKind = 'tools' | 'system' | 'message';

/** A piece of a request: its canonical bytes as text (compact JSON), and their hash. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly text: string;
  readonly hash: string;
  /** Length of `text` in UTF-8 bytes. */
  readonly bytes: number;
}

/** Where two requests part, and why in words. */
export interface Divergence {
  /** Index of the first segment that differs, counted over tools, system, messages. */
  readonly segment: number;
  readonly kind: SegmentKind | 'parameters';
  /** Offset in UTF-8 bytes from the start of the request's segments. */
  readonly byte: number;
  /** JSON path inside the segment, e.g. `messages[4].parts[2].text`. */
  readonly path: string;
  readonly cause: string;
  /** Up to 80 characters from the first differing byte on, of either side. */
  readonly before: string;
  readonly after: string;
}

/** What a request shares with an earlier one, computed before it leaves. */
export interface PrefixReport {
  /** The request it is compared with. */
  readonly against: string;
  readonly relation: 'parent' | 'own';
  readonly sharedBytes: number;
  readonly sharedSegments: number;
  /** Bytes of the earlier request: all of them are shared when the prefix is whole. */
  readonly againstBytes: number;
  /** Null when the earlier request is wholly contained. */
  readonly divergence: Divergence | null;
}
