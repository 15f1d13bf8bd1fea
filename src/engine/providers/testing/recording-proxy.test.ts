import { get, request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

const open: RecordingProxy[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((proxy) => proxy.close()));
});

async function start(...parameters: Parameters<typeof startRecordingProxy>): Promise<RecordingProxy> {
  const proxy = await startRecordingProxy(...parameters);
  open.push(proxy);
  return proxy;
}

it('keeps the exact bytes of a request and passes the same bytes on', async () => {
  const body = Buffer.from('{"b":1, "a":"ü\\u00e9"}\n\0');
  const behind = await start({ answer: (response) => void response.writeHead(207, { 'x-mark': 'm' }).end('answer') });
  const proxy = await start({ target: behind.url });

  const seen = await new Promise<{ status?: number; mark: unknown; text: string }>((resolve, reject) => {
    const outgoing = request(`${proxy.url}/v1/x?y=z`, { method: 'POST', headers: { 'x-own': '7' } }, (response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, mark: response.headers['x-mark'], text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

  expect(seen).toEqual({ status: 207, mark: 'm', text: 'answer' });
  for (const { requests } of [proxy, behind]) {
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body.equals(body)).toBe(true);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v1/x?y=z', headers: { 'x-own': '7' } });
  }
});

it('streams an answer through before it has ended, and tells the target when the client leaves', async () => {
  const behind = await start({ answer: (response) => void response.write('first') });
  const proxy = await start({ target: behind.url });

  const first = await new Promise((resolve, reject) => {
    const outgoing = get(proxy.url, (response) => {
      response.once('error', () => undefined);
      response.once('data', (piece) => {
        resolve(String(piece));
        outgoing.destroy();
      });
    });
    outgoing.once('error', reject);
  });

  expect(first).toBe('first');
  await expect.poll(() => behind.dropped()).toBe(1);
  expect(proxy.dropped()).toBe(1);
});
