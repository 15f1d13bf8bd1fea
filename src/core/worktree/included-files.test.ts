import { expect, it } from 'vitest';
import { planIncludedFiles } from './included-files.ts';

it('takes .env files at any depth and leaves the rest, with no include file', () => {
  const collapsed = ['.env', '.envrc', 'apps/', 'apps/x/', 'apps/x/.env.local', 'dist/', 'node_modules/'];
  expect(planIncludedFiles({ collapsed, byFile: null, byBoth: null })).toEqual({
    copy: ['.env', 'apps/x/.env.local'],
    left: ['.envrc', 'dist/', 'node_modules/'],
  });
});

it('reaches into ignored folders only for what the include file says', () => {
  const plan = planIncludedFiles({
    collapsed: ['.env', 'node_modules/', 'secrets/'],
    byFile: ['secrets/key.pem'],
    byBoth: ['.env', 'node_modules/p/.env', 'secrets/key.pem'],
  });
  expect(plan).toEqual({ copy: ['.env', 'secrets/key.pem'], left: ['node_modules/'] });
});

it('lets the include file take a default back', () => {
  const plan = planIncludedFiles({ collapsed: ['.env', '.env.production'], byFile: [], byBoth: ['.env'] });
  expect(plan).toEqual({ copy: ['.env'], left: ['.env.production'] });
});

it('never copies a folder that is a repository of its own', () => {
  expect(planIncludedFiles({ collapsed: [], byFile: ['vendor/'], byBoth: ['vendor/'] }).copy).toEqual([]);
});
