import { expect, it } from 'vitest';
import { droppedPaths } from './dropped-paths.ts';

const drag = (list: string, files: readonly File[] = []) => ({
  getData: (type: string) => (type === 'text/uri-list' ? list : ''),
  files: Object.assign([...files], { item: (index: number) => files[index] ?? null }) as unknown as FileList,
});
const unknown = () => null;

it.each([
  ['file:///home/kim/tides', ['/home/kim/tides']],
  ['# a comment\r\nfile:///home/kim/with%20blank/\r\n', ['/home/kim/with blank']],
  ['file:///home/kim/a.jsonl\r\nfile:///home/kim/b.jsonl', ['/home/kim/a.jsonl', '/home/kim/b.jsonl']],
  ['file:///C:/work/tides', ['C:/work/tides']],
  ['file:///', ['/']],
  ['https://example.org/tides', []],
  ['file:///%E0%A4%A', []],
  ['', []],
])('%j is %j', (list, paths) => expect(droppedPaths(drag(list), unknown)).toEqual(paths));

it('asks the host for the paths of what was dropped first', () => {
  const [one, two] = [new File([], 'tides'), new File([], 'tram.jsonl')];
  const pathOf = (file: File) => (file === one ? '/home/kim/tides' : file === two ? '/home/kim/tram.jsonl' : null);
  expect(droppedPaths(drag('file:///elsewhere', [one, two]), pathOf)).toEqual([
    '/home/kim/tides',
    '/home/kim/tram.jsonl',
  ]);
});
