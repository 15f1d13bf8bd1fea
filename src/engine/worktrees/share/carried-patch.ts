import type { BundledFork } from '../../../core/worktree/bundle.ts';
import { patchInMail } from '../../../core/worktree/patch-mail.ts';
import { unpack } from './carried-bytes.ts';

/** What a carried fork changed, as a patch for reading: of all files, or of one. */
export function carriedPatch({ patch }: BundledFork, file?: string): string {
  const whole = patchInMail(unpack(patch).toString('utf8'));
  if (file === undefined) return whole;
  const parts = whole.split(/^(?=diff --git )/m);
  return parts
    .filter((part) => part.startsWith('diff --git ') && part.split('\n', 1)[0]?.endsWith(` b/${file}`))
    .join('');
}
