type Dropped = Pick<DataTransfer, 'getData' | 'files'>;

/**
 * The paths of dropped files and folders. The host knows the path of a dropped file; some file managers put it into the
 * drag as `text/uri-list` as well.
 */
export function droppedPaths(data: Dropped, pathOf: (file: File) => string | null): string[] {
  const known = Array.from(data.files).flatMap((file) => pathOf(file) ?? []);
  return known.length > 0 ? known : fileUrls(data.getData('text/uri-list'));
}

function fileUrls(list: string): string[] {
  return list.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith('file://')) return [];
    try {
      const path = decodeURIComponent(new URL(line).pathname).replace(/\/+$/, '');
      return [path.replace(/^\/([A-Za-z]:)/, '$1') || '/'];
    } catch {
      return [];
    }
  });
}
