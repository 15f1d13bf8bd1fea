import { z } from 'zod';

/** git's object ids, SHA-1 or SHA-256. */
const object = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
/** Octal as git writes it. Submodules are never carried. */
export const carriedMode = z.enum(['100644', '100755', '120000']);

/** Bytes as JSON can hold them: text where they are UTF-8, else base64. */
const bytes = z.object({ encoding: z.enum(['utf8', 'base64']), data: z.string() });

const carriedFile = z.object({
  path: z.string().min(1),
  /** The path's bytes in base64, only where they are not UTF-8; `path` is then for reading. */
  pathBytes: z.base64().optional(),
  /** The file at the base commit; null when the fork added it. `data` is null above the size that is carried. */
  before: z.object({ mode: carriedMode, object, data: bytes.nullable() }).nullable(),
  /** The file in the fork; null when it removed it. Its content follows from `before` and the patch. */
  after: z.object({ mode: carriedMode, object }).nullable(),
});

/**
 * What one fork changed, for a clone that may hold neither its base commit nor its files. All files, uncommitted ones
 * included, stand as one difference from the base.
 */
export const bundledForkSchema = z.object({
  version: z.literal(1),
  /** Id of the branch in its session. */
  branch: z.string().min(1),
  title: z.string(),
  /** What the fork started from. It is a commit of Forkscope's own when the parent held uncommitted edits. */
  baseCommit: object,
  /** The person's commit below the base: the base itself, or the one that it only adds uncommitted edits to. */
  anchorCommit: object,
  /** One mail, as `git am` and `git apply --3way` take it: binary files whole, ids in full. Empty without changes. */
  patch: bytes,
  files: z.array(carriedFile),
  /** Changed paths that are not in the patch: submodules. */
  leftOut: z.array(z.string()),
});

/** The forks of a session inside a bundle. Other fields beside these belong to whoever wrote the bundle. */
export const forkBundleSchema = z.looseObject({ forks: z.array(bundledForkSchema) });

export type CarriedBytes = z.infer<typeof bytes>;
export type CarriedFile = z.infer<typeof carriedFile>;
export type BundledFork = z.infer<typeof bundledForkSchema>;
export type ForkBundle = z.infer<typeof forkBundleSchema>;

/** Null when the text carries no forks of this version. */
export function parseForkBundle(text: string): ForkBundle | null {
  try {
    const parsed = forkBundleSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
