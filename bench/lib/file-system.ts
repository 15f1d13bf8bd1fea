import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's numbers of file systems, from statfs(2). */
const KINDS: Readonly<Record<number, string>> = {
  16914836: 'tmpfs, in memory',
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  801189825: 'zfs',
  2035054128: 'overlay',
};

/** Where files of a measurement lie: creating them is most of some of the times. `TMPDIR` chooses it. */
export function fileSystem(): string {
  const folder = tmpdir();
  const kind = process.platform === 'linux' ? KINDS[statfsSync(folder).type] : undefined;
  return `${folder} (${kind ?? 'file system unknown'})`;
}
