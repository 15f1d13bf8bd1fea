import { expect, it } from 'vitest';
import { plainWords } from './plain-words.ts';

it.each([
  ['Result: fixed `clockTime` in `src/clock.js`.', 'Result: fixed clockTime in src/clock.js.'],
  ['**Key files:** a, *really*', 'Key files: a, really'],
  ['## Done\n> and quoted', 'Done\nand quoted'],
  ['see [the file](src/a.ts#L3) and ![a picture](p.png)', 'see the file and a picture'],
  ['write_file wrote snake_case_name, __not__ _this_', 'write_file wrote snake_case_name, not this'],
  ['2 * 3 * 4 and a * b', '2 * 3 * 4 and a * b'],
  ['before\n```js\nlet a = 1;\n```\nafter', 'before\nlet a = 1;\nafter'],
  ['``a ` b`` and an open `tick', 'a ` b and an open `tick'],
])('%j reads %j', (text, words) => {
  expect(plainWords(text)).toBe(words);
});
