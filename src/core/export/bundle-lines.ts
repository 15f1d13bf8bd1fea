import { z } from 'zod';
import { SECRET_KINDS, type SecretKind } from '../redaction/secret-kinds.ts';

/** Version of the lines of a bundle. */
export const BUNDLE_VERSION = 1;

/**
 * The first line of a bundle, and of what an exported page carries. Its first field is what a file is known by: see
 * `BUNDLE_MARK`.
 */
export const bundleManifest = z.object({
  'forkscope-bundle': z.number().int().min(1),
  sessionId: z.string().min(1).max(200),
  title: z.string(),
  /** Milliseconds since 1970. */
  exportedAt: z.number(),
  /** Version of the app that wrote it. */
  app: z.string(),
  events: z.number().int().min(0),
  /** How many secrets of each kind were taken out; null when nothing was looked for. */
  redacted: z
    .array(z.object({ kind: z.enum(SECRET_KINDS as [SecretKind, ...SecretKind[]]), count: z.number() }))
    .nullable(),
});
export type BundleManifest = z.infer<typeof bundleManifest>;

/** Every other line: one event, one stored text, one line of the review, or all patches of forks. */
export type BundleLine =
  | { readonly event: unknown }
  | { readonly blob: string; readonly text: string }
  | { readonly review: unknown }
  | { readonly forks: readonly unknown[] };
