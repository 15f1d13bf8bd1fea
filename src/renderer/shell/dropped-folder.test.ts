import { expect, it } from 'vitest';
import { droppedFolder } from './dropped-folder.ts';

const drag = (list: string) => ({ getData: (type: string) => (type === 'text/uri-list' ? list : '') });

it.each([
  ['file:///home/kim/tides', '/home/kim/tides'],
  ['# a comment\r\nfile:///home/kim/with%20blank/\r\n', '/home/kim/with blank'],
  ['file:///C:/work/tides', 'C:/work/tides'],
  ['file:///', '/'],
  ['https://example.org/tides', null],
  ['file:///%E0%A4%A', null],
  ['', null],
])('%j is %s', (list, path) => expect(droppedFolder(drag(list))).toBe(path));
