import type { ServerResponse } from 'node:http';

/** One event of a Gemini stream that carries parts, and a finish reason if it is the last one. */
export function candidate(parts: readonly object[], finishReason?: string, usageMetadata?: object): object {
  return {
    candidates: [
      { content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }), index: 0 },
    ],
    ...(usageMetadata === undefined ? {} : { usageMetadata }),
  };
}

/** Starts a server-sent stream with these events and leaves it open. */
export function sendEvents(response: ServerResponse, events: readonly object[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\r\n\r\n`);
}

/** A whole answer: these events, then the end. */
export function answerWith(response: ServerResponse, events: readonly object[]): void {
  sendEvents(response, events);
  response.end();
}

/** A refusal in Gemini's form. */
export function refuseWith(
  response: ServerResponse,
  code: number,
  status: string,
  message: string,
  options: { details?: readonly object[]; headers?: Record<string, string> } = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8', ...options.headers });
  response.end(JSON.stringify({ error: { code, message, status, details: options.details ?? [] } }));
}
