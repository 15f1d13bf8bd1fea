/** First line of the commits that keep what a fork's files were; older ones have nothing else. */
export const SNAPSHOT_TITLE = 'Forkscope: the files of a fork while it worked';

const KEEPER = 'Forkscope-Kept-By: ';

/**
 * `keeper` is the folder of the worktrees of the Forkscope that made it: another data folder's are not ours to remove.
 * `name` is `<session>/<branch>`: forks that do the same in the same second have commits of their own all the same.
 */
export function formatSnapshotMessage(keeper: string, name: string): string {
  // As JSON: a path may hold a newline.
  return `${SNAPSHOT_TITLE}\n\n${KEEPER}${JSON.stringify(keeper)}\nForkscope-Branch: ${name}\n`;
}

/** Null when the message does not say who keeps it. */
export function keeperOf(message: string): string | null {
  const line = message.split('\n').find((each) => each.startsWith(KEEPER));
  try {
    const keeper: unknown = JSON.parse(line?.slice(KEEPER.length) ?? 'null');
    return typeof keeper === 'string' ? keeper : null;
  } catch {
    return null;
  }
}
