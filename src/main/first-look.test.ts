import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsStore } from '../engine/settings/settings-store.ts';
import { firstLook } from './first-look.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-look-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the first look at the settings', () => {
  it('finds what the settings stored', () => {
    new SettingsStore(home).change({ theme: 'dark', zoom: 1.25 });
    expect(firstLook(home)).toEqual({ theme: 'dark', zoom: 1.25 });
  });

  it.each(['', 'null', '{', '[]', '{"theme":"pink","zoom":99}', '{"zoom":0.6}', '{"theme":7,"zoom":"1"}'])(
    'is that of a new person when the file says %j: a fault there keeps no window from opening',
    (text) => {
      writeFileSync(join(home, 'settings.json'), text);
      expect(firstLook(home)).toEqual({ theme: 'system', zoom: 1 });
    },
  );

  it('needs no file', () => {
    expect(firstLook(home)).toEqual({ theme: 'system', zoom: 1 });
  });
});
