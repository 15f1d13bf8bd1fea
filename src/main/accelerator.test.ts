import { expect, it } from 'vitest';
import { acceleratorOf } from './accelerator.ts';

it('writes keys as menus do, and leaves plain letters to the tree', () => {
  expect(acceleratorOf('mod+shift+x')).toBe('CommandOrControl+Shift+X');
  expect(acceleratorOf('alt+1')).toBe('Alt+1');
  expect(acceleratorOf('mod+,')).toBe('CommandOrControl+,');
  expect(acceleratorOf('x')).toBeNull();
  expect(acceleratorOf('')).toBeNull();
});
