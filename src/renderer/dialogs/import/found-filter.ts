import type { FoundTranscript } from '../../../shared/import-calls.ts';

/** Those in which every word of the filter stands: in the title, the tool, the folder or the file's path. Newest first. */
export function filterFound(found: readonly FoundTranscript[], filter: string): FoundTranscript[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return found
    .filter(({ title, tool, workspace, path }) => {
      const text = `${title}\n${tool}\n${workspace ?? ''}\n${path}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.modified - a.modified);
}
