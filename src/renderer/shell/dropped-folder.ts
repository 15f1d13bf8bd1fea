type Dropped = Pick<DataTransfer, 'getData' | 'files'>;

/**
 * The path of a dropped folder, or null. The host knows the path of a dropped file; some file managers put it into the
 * drag as `text/uri-list` as well.
 */
export function droppedFolder(data: Dropped, pathOf: (file: File) => string | null): string | null {
  const file = data.files[0];
  const path = file === undefined ? null : pathOf(file);
  return path ?? firstFileUrl(data.getData('text/uri-list'));
}

function firstFileUrl(list: string): string | null {
  const first = list.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#'));
  if (!first?.startsWith('file://')) return null;
  try {
    const path = decodeURIComponent(new URL(first).pathname).replace(/\/+$/, '');
    return path.replace(/^\/([A-Za-z]:)/, '$1') || '/';
  } catch {
    return null;
  }
}
