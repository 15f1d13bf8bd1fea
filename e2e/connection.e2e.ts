import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/app.ts';
import { seriousFaults } from './support/axe.ts';
import { FAST, runFromPalette } from './support/window.ts';

const ANSWER = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'ok' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

function answerOk(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of ANSWER) {
    const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'small', ...part };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

test('a provider is tested: the seconds are counted, the wait is ended by mouse, and the answer comes by key', async ({
  launch,
}) => {
  const asked: string[] = [];
  let answers = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      asked.push(body);
      if (answers) answerOk(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { page } = await launch(FAST);
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await runFromPalette(page, 'Settings');
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'OpenAI-compatible' }) });
  const probe = form.getByRole('button', { name: 'Test' });
  await expect(probe).toBeDisabled();
  await form.getByLabel('Key').fill('sk-not-a-key');
  await form.getByLabel('Endpoint').fill(`http://127.0.0.1:${port}/v1`);
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Key')).toHaveValue('');

  await probe.click();
  await expect(form.getByRole('button', { name: /^Cancel, [1-9]\d* s$/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await form.getByRole('button', { name: /^Cancel/ }).click();
  await expect(form.getByRole('alert')).toContainText('You ended the test');

  answers = true;
  await probe.focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('status')).toContainText(/ answered in \d+ ms/);
  expect(asked).toHaveLength(2);
  server.closeAllConnections();
  server.close();
});
