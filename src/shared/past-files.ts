import { z } from 'zod';

const commit = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'A commit is 40 or 64 hexadecimal digits');

/** Two moments of a branch's files, by the commits that keep them; null for the files as they are now. */
export const past = z.object({ before: commit, after: commit }).nullable().default(null);
