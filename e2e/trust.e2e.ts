import { spawnSync } from 'node:child_process';
import { expect, test } from './support/app.ts';

test('the window has no Node, and its policy refuses scripts and addresses that are not its own', async ({
  running,
}) => {
  const { page, errors } = running;
  const globals = await page.evaluate(() => {
    const found = globalThis as Record<string, unknown>;
    return ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => found[name] !== undefined);
  });
  expect(globals).toEqual([]);
  expect(await page.evaluate(() => Object.keys(window.forkscope).sort())).toEqual(['call', 'on', 'pathOfFile']);

  const refused = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const outside = await fetch('http://127.0.0.1:9/').then(
      () => 'reached',
      () => 'refused',
    );
    return { injected: 'injected' in window, outside };
  });
  expect(refused).toEqual({ injected: false, outside: 'refused' });
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every((error) => /Content Security Policy/.test(error))).toBe(true);
  errors.length = 0;
});

test('nothing navigates away or opens a window, and calls that do not fit are refused', async ({ page, app }) => {
  const before = page.url();
  await page.evaluate(() => {
    window.open('https://example.com');
  });
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com';
    document.body.append(link);
    link.click();
  });
  await page.waitForTimeout(300);
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);

  const call = (name: string, params: unknown) =>
    page.evaluate(([n, p]) => window.forkscope.call(n as never, p as never), [name, params] as const);
  expect(await call('nonsense', {})).toMatchObject({ ok: false, error: { code: 'unknown-call' } });
  expect(await call('branch.prompt', { sessionId: 7 })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  expect(await call('sessions.open', { sessionId: '../../etc' })).toMatchObject({ ok: false });
});

test('a second app on the same data folder gives way to the first, and says so', async ({ running, home }) => {
  expect(running.page.isClosed()).toBe(false);
  const electron = `${process.env.ELECTRON_OVERRIDE_DIST_PATH}/electron`;
  const flags = (process.env.FORKSCOPE_ELECTRON_FLAGS ?? '').split(' ').filter(Boolean);
  const second = spawnSync(electron, ['.', ...flags], {
    env: { ...process.env, FORKSCOPE_HOME: home },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(second.status).toBe(0);
  expect(second.stderr).toContain(`Forkscope already runs on ${home}: its window was brought to the front.`);
  expect(running.page.isClosed()).toBe(false);
});

test('permissions of the browser are denied', async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(states).toEqual(states.map(() => 'denied'));
});
