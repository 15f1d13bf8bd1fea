import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requests } from '../../shared/contract.ts';
import { SettingsStore } from './settings-store.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('starts with defaults and keeps what a change does not name', () => {
  const store = new SettingsStore(home);
  expect(store.read()).toMatchObject({ theme: 'system', approval: 'edits', maxForks: 8 });
  store.change(requests['settings.set'].parse({ theme: 'dark', baseUrls: { gemini: 'http://localhost:1' } }));
  store.change(requests['settings.set'].parse({ layouts: { '/repo': { grid: 1 } } }));
  expect(new SettingsStore(home).read()).toMatchObject({
    theme: 'dark',
    baseUrls: { gemini: 'http://localhost:1' },
    layouts: { '/repo': { grid: 1 } },
  });
});

it('names the file and the place of a fault, and leaves the file alone', () => {
  const store = new SettingsStore(home);
  mkdirSync(home, { recursive: true });
  writeFileSync(store.path, '{"maxForks": "many"}');
  expect(() => store.read()).toThrow(/settings\.json, line 1, does not fit:[\s\S]*maxForks/);
  writeFileSync(store.path, '{"maxForks": ');
  expect(() => store.read()).toThrow(/settings\.json, line 1, is not valid JSON/);
  expect(readFileSync(store.path, 'utf8')).toBe('{"maxForks": ');
});

it('names the line of a fault, also of one deep inside, and of a comma too few', () => {
  const store = new SettingsStore(home);
  mkdirSync(home, { recursive: true });
  writeFileSync(
    store.path,
    '{\n  "theme": "dark",\n  "notices": {\n    "needsInput": true,\n    "failed": "yes"\n  }\n}\n',
  );
  expect(() => store.read()).toThrow(/line 5, does not fit/);
  writeFileSync(store.path, '{\n  "theme": "dark"\n  "provider": "demo"\n}\n');
  expect(() => store.read()).toThrow(/line 3, is not valid JSON/);
});
