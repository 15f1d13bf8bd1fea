/**
 * Tells a fork that the paths it inherited are its parent's. It goes into the fork's last message, never into the
 * shared prefix: a path there would cost every fork its cache.
 */
export function buildWorktreeNotice(parentRoot: string, worktreeRoot: string): string {
  return [
    `Your own working copy is ${worktreeRoot}. It is a git worktree that starts from the parent's files as they were when you were forked.`,
    `Paths in the conversation above that begin with ${parentRoot} are the parent's: read them as the same paths below your own root, and never write to the parent's.`,
    'A file may have changed since it was read above: read it again before you edit it.',
  ].join(' ');
}
