import type { ServerResponse } from 'node:http';
import { errorBody, refuse } from './api-error.ts';
import { piecesIn } from './chunks.ts';
import type { DemoClock } from './demo-clock.ts';
import type { FaultKind } from './faults.ts';
import type { WireResponse } from './wire.ts';

export interface StreamOptions {
  readonly clock: DemoClock;
  readonly perChunkMs: number;
  readonly signal: AbortSignal;
  readonly fault: FaultKind | undefined;
}

const STREAM_ERROR = JSON.stringify(errorBody(refuse(503, 'The model is overloaded. Please try again later.')));

/** Chunks that a fault lets through before it strikes. */
const CHUNKS_BEFORE_FAULT = 2;

/** Writes the chunks as server-sent events, or fails on the way in the manner that the fault names. */
export async function streamResponse(
  response: ServerResponse,
  chunks: readonly WireResponse[],
  { clock, perChunkMs, signal, fault }: StreamOptions,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) await clock.sleep(perChunkMs * piecesIn(chunk), signal);
    if (signal.aborted) return;
    if (index === CHUNKS_BEFORE_FAULT && fault) {
      if (fault === 'stream-error' || fault === 'stream-error-event') {
        // Given a moment, so that the error is read alone, as the SDK expects it.
        await clock.sleep(30, signal);
        response.end(fault === 'stream-error' ? STREAM_ERROR : eventOf(STREAM_ERROR));
        return;
      }
      if (fault === 'drop-text') return cutOff(response, '');
      if (fault === 'stall') return;
    }
    if (fault === 'drop-call' && hasCall(chunk)) {
      const event = eventOf(JSON.stringify(chunk));
      return cutOff(response, event.slice(0, event.length / 2));
    }
    if (fault === 'no-finish' && index === chunks.length - 1) break;
    response.write(eventOf(JSON.stringify(chunk)));
  }
  response.end();
}

function eventOf(json: string): string {
  return `data: ${json}\r\n\r\n`;
}

function hasCall(chunk: WireResponse): boolean {
  return (chunk.candidates?.[0]?.content.parts ?? []).some((part) => part.functionCall);
}

/** Sends the last bytes and drops the connection once they are out. */
function cutOff(response: ServerResponse, last: string): void {
  response.write(last, () => setTimeout(() => response.destroy(), 20));
}
