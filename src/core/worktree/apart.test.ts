import { describe, expect, it } from 'vitest';
import { areApart, touchedBy } from './apart.ts';
import type { RawChange } from './raw-diff.ts';

function change(status: RawChange['status'], path: string, from?: string): RawChange {
  return { status, path, oldMode: '100644', newMode: '100644', ...(from === undefined ? {} : { from }) };
}
const edits = (...paths: string[]) => touchedBy(paths.map((path) => change('modified', path)));

describe('two sides are apart', () => {
  it('when they edit different files, also in one folder', () => {
    expect(areApart(edits('a/x', 'b'), edits('a/y', 'c/b'))).toBe(true);
    expect(areApart(edits(), edits('a'))).toBe(true);
  });

  it('not when both edit a file, or one makes a file where the other has a folder', () => {
    expect(areApart(edits('a/x', 'b'), edits('b'))).toBe(false);
    expect(areApart(touchedBy([change('added', 'a')]), edits('a/b/c'))).toBe(false);
    expect(areApart(edits('a/b/c'), touchedBy([change('added', 'a/b')]))).toBe(false);
  });

  it('not when one of them may have renamed something: edits follow a renamed file or folder', () => {
    const renamed = touchedBy([change('renamed', 'new/x', 'old/x')]);
    expect(areApart(renamed, touchedBy([change('added', 'old/y')]))).toBe(false);
    expect(areApart(touchedBy([change('added', 'x'), change('deleted', 'y')]), edits('z'))).toBe(false);
    expect(areApart(touchedBy([change('deleted', 'y')]), touchedBy([change('added', 'x')]))).toBe(true);
  });

  it('not when one of them changes a submodule', () => {
    const module: RawChange = { status: 'modified', path: 'lib', oldMode: '160000', newMode: '160000' };
    expect(areApart(touchedBy([module]), edits('a'))).toBe(false);
  });
});
