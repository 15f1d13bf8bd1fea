import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiRefusal, errorBody, refuse } from './api-error.ts';

/** Gemini takes 20 MB of inline request; a little more room here, in bytes. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

export type BodyResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: ApiRefusal };

export async function readJson(request: IncomingMessage): Promise<BodyResult> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MAX_BODY_BYTES) pieces.push(piece);
  }
  if (size > MAX_BODY_BYTES) {
    return { ok: false, refusal: refuse(413, `Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`) };
  }
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(pieces).toString('utf8')) };
  } catch {
    return { ok: false, refusal: refuse(400, 'Invalid JSON payload received. Unexpected end of string.') };
  }
}

export function sendJson(
  response: ServerResponse,
  code: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(value));
}

export function sendRefusal(response: ServerResponse, refusal: ApiRefusal): void {
  sendJson(response, refusal.code, errorBody(refusal), refusal.headers);
}

export function sendPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8' });
  response.end(
    '<!doctype html>\n<html><head><title>Welcome</title></head><body><h1>Please sign in</h1></body></html>\n',
  );
}
