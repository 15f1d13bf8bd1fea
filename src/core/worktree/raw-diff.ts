import { splitNul } from './nul-fields.ts';

/** How a file differs. `type-changed`: a file became a symlink or a submodule, or the other way round. */
export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed';

export interface RawChange {
  readonly path: string;
  readonly status: ChangeStatus;
  /** The earlier path of a renamed or copied file. */
  readonly from?: string;
  /** Octal file modes as git prints them: 000000 absent, 100644, 100755, 120000 symlink, 160000 submodule. */
  readonly oldMode: string;
  readonly newMode: string;
}

export const SUBMODULE_MODE = '160000';

const statuses: Record<string, ChangeStatus> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

/**
 * Reads the `--raw -z` records at the head of a diff's fields, and says where they end, so that a `--numstat` section
 * may follow. Throws on a status that is none of A, C, D, M, R, T: diffs between two trees have no other.
 */
export function readRawRecords(fields: readonly string[]): { changes: RawChange[]; next: number } {
  const changes: RawChange[] = [];
  let next = 0;
  while (fields[next]?.startsWith(':')) {
    const [oldMode = '', newMode = '', , , code = ''] = (fields[next] ?? '').slice(1).split(' ');
    const status = statuses[code.charAt(0)];
    if (status === undefined) throw new Error(`git printed a change of the unknown kind "${code}".`);
    const paths = status === 'renamed' || status === 'copied' ? 2 : 1;
    const first = fields[next + 1] ?? '';
    const path = fields[next + paths] ?? '';
    changes.push(
      paths === 2 ? { path, status, from: first, oldMode, newMode } : { path: first, status, oldMode, newMode },
    );
    next += 1 + paths;
  }
  return { changes, next };
}

export function parseRawDiff(text: string): RawChange[] {
  return readRawRecords(splitNul(text)).changes;
}
