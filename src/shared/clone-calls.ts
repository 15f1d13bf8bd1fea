import { z } from 'zod';
import type { CloneFit } from '../core/worktree/clone-fit.ts';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);
const inBranch = z.object({ sessionId: id, branch: id });

/** Parameters of the calls about where a fork that came with a bundle is merged, and of the watch on that checkout. */
export const cloneRequests = {
  /** The person's workspaces that suit this fork, the best ones first. */
  'clone.known': inBranch,
  /** What a folder is to this fork. Throws when it is no checkout. */
  'clone.look': inBranch.extend({ path }),
  /** Watches the checkout that this branch is merged into; each change comes as `checkout-changed`. Ends with `unwatch`. */
  'checkout.watch': inBranch.extend({ watchId: id, into: path.nullable().default(null) }),
  'checkout.unwatch': z.object({ watchId: id }),
} as const;

/** A checkout of the person's, and how well it suits a carried fork. */
export interface CloneLook {
  readonly root: string;
  readonly gitBranch: string | null;
  readonly fit: CloneFit;
  /** Plain sentences: what is there, what is missing, what can be done. */
  readonly words: string;
}

export interface CloneResponses {
  'clone.known': readonly CloneLook[];
  'clone.look': CloneLook;
  'checkout.watch': null;
  'checkout.unwatch': null;
}

export interface CloneNotifications {
  /** Files or the commit of a watched checkout are not what they were. */
  'checkout-changed': { readonly watchId: string };
}
