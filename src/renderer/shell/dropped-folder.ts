/**
 * The path of a dropped folder, or null. A sandboxed page does not see paths of dropped files; file managers put them
 * into the drag as `text/uri-list` as well, and that is readable.
 */
export function droppedFolder(data: Pick<DataTransfer, 'getData'>): string | null {
  const first = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .find((line) => line !== '' && !line.startsWith('#'));
  if (!first?.startsWith('file://')) return null;
  try {
    const path = decodeURIComponent(new URL(first).pathname).replace(/\/+$/, '');
    return path.replace(/^\/([A-Za-z]:)/, '$1') || '/';
  } catch {
    return null;
  }
}
