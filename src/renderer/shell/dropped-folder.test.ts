import { expect, it } from 'vitest';
import { droppedFolder } from './dropped-folder.ts';

const drag = (list: string, files: readonly File[] = []) => ({
  getData: (type: string) => (type === 'text/uri-list' ? list : ''),
  files: Object.assign([...files], { item: (index: number) => files[index] ?? null }) as unknown as FileList,
});
const unknown = () => null;

it.each([
  ['file:///home/kim/tides', '/home/kim/tides'],
  ['# a comment\r\nfile:///home/kim/with%20blank/\r\n', '/home/kim/with blank'],
  ['file:///C:/work/tides', 'C:/work/tides'],
  ['file:///', '/'],
  ['https://example.org/tides', null],
  ['file:///%E0%A4%A', null],
  ['', null],
])('%j is %s', (list, path) => expect(droppedFolder(drag(list), unknown)).toBe(path));

it('asks the host for the path of what was dropped first', () => {
  const folder = new File([], 'tides');
  const pathOf = (file: File) => (file === folder ? '/home/kim/tides' : null);
  expect(droppedFolder(drag('', [folder]), pathOf)).toBe('/home/kim/tides');
});
