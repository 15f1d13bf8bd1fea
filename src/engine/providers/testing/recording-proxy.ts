import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it stood on the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body's exact bytes. */
  readonly body: Buffer;
}

/** Writes the answer to the request with this index (from 0). It may leave the response open or destroy its socket. */
export type Answer = (response: ServerResponse, recorded: RecordedRequest, index: number) => void | Promise<void>;

export interface RecordingProxy {
  /** Base address without a slash at its end, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** All requests so far, in the order in which their bodies were complete. */
  readonly requests: readonly RecordedRequest[];
  /** How many clients went away before their answer was complete. */
  readonly dropped: () => number;
  /** How many connections were made so far. */
  readonly connections: () => number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * A witness between an SDK and a model, for tests: it listens on loopback, keeps each request's bytes, and either
 * passes it on to `target` (an http base address; answers stream through chunk by chunk) or lets `answer` write one.
 */
export async function startRecordingProxy(to: { target: string } | { answer: Answer }): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  let dropped = 0;
  let connections = 0;
  const server = createServer(async (incoming, response) => {
    response.once('close', () => {
      if (!response.writableFinished) dropped++;
    });
    const recorded = await record(incoming);
    const index = requests.push(recorded) - 1;
    if ('target' in to) forward(to.target, recorded, response);
    else await to.answer(response, recorded, index);
  });
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    dropped: () => dropped,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body: Buffer.concat(pieces) };
}

function forward(target: string, recorded: RecordedRequest, response: ServerResponse): void {
  const { host, connection, 'transfer-encoding': chunked, ...headers } = recorded.headers;
  const address = new URL(target.replace(/\/$/, '') + recorded.path);
  const onward = request(
    address,
    { method: recorded.method, headers: { ...headers, 'content-length': recorded.body.length } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  onward.end(recorded.body);
}
