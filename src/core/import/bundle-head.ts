/** How the first line of an exported bundle begins; a bundle is a session of ours in one file. */
export const BUNDLE_MARK = '{"forkscope-bundle":';

/** True when a file that begins like this is an exported bundle. */
export function isBundleHead(head: string): boolean {
  return head.trimStart().startsWith(BUNDLE_MARK);
}
