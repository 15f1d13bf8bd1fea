import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forks, geminiEvents, geminiPiece, reads, type Say } from './lib/gemini-script.ts';

/** How the service behaves; numbers come from the command line. */
export interface ServiceOptions {
  /** Files that the root reads before it forks. */
  readonly files: number;
  readonly forks: number;
  /** Events a second in a fork's last answer, for `seconds`; 0: it comes at once. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Requests of each fork before its last one; each reads a file. */
  readonly steps: number;
}

/** What the service tells the process that started it. */
export type ServiceMessage =
  | { readonly kind: 'url'; readonly url: string }
  /** Milliseconds from the end of the root's `agent` calls to the last byte of each fork's first request, in order. */
  | { readonly kind: 'launch'; readonly arrivals: readonly number[]; readonly bytes: number }
  | { readonly kind: 'streaming'; readonly count: number };

const DIRECTIVE = Buffer.from('Directive: Part ');

/** A fake Gemini service with a clock: it answers by script and tells when requests were on the wire. */
export async function runService(options: ServiceOptions, tell: (message: ServiceMessage) => void): Promise<void> {
  let calledAt = 0;
  let arrivals: number[] = [];
  let streaming = 0;
  const stepsOf = new Map<string, number>();

  function answerRoot(body: Buffer, response: ServerResponse): void {
    const text = body.toString('utf8');
    const last = text.lastIndexOf('"role":"user"');
    const tail = text.slice(last);
    let say: Say = { text: 'Understood.' };
    if (tail.includes('Look around')) say = { calls: reads(options.files) };
    else if (tail.includes('Fork now')) say = { calls: forks(options.forks) };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const isLaunch = say.calls?.[0]?.name === 'agent';
    response.end(geminiEvents(say), () => {
      if (!isLaunch) return;
      calledAt = performance.now();
      arrivals = [];
    });
  }

  function answerFork(body: Buffer, response: ServerResponse, at: number): void {
    const name = /Directive: (Part \d+)/.exec(body.toString('latin1'))?.[1] ?? '';
    const step = stepsOf.get(name) ?? 0;
    stepsOf.set(name, step + 1);
    if (step === 0) {
      arrivals.push(at - calledAt);
      if (arrivals.length === options.forks) tell({ kind: 'launch', arrivals, bytes: body.length });
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (step < options.steps) return void response.end(geminiEvents({ calls: reads(1, step) }));
    if (options.perSecond === 0) {
      stepsOf.delete(name);
      return void response.end(geminiEvents({ text: 'Scope: done.' }));
    }
    stream(response);
  }

  function stream(response: ServerResponse): void {
    streaming++;
    if (streaming === options.forks) tell({ kind: 'streaming', count: streaming });
    const startedAt = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1_000;
      for (; sent < seconds * options.perSecond; sent++) response.write(geminiPiece('word '));
      if (seconds < options.seconds) return;
      clearInterval(timer);
      response.end(geminiEvents({ text: 'Scope: done.' }));
    }, 10);
    response.on('close', () => clearInterval(timer));
  }

  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const at = performance.now();
      const body = Buffer.concat(pieces);
      if (body.includes(DIRECTIVE)) answerFork(body, response, at);
      else answerRoot(body, response);
    });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  tell({ kind: 'url', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The options as arguments of a worker, in order. */
export function serviceArguments(options: ServiceOptions): string[] {
  return [options.files, options.forks, options.perSecond, options.seconds, options.steps].map(String);
}

export function parseServiceArguments(args: readonly string[]): ServiceOptions {
  const [files = 0, count = 0, perSecond = 0, seconds = 0, steps = 0] = args.map(Number);
  return { files, forks: count, perSecond, seconds, steps };
}
