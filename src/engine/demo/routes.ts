import type { IncomingMessage, ServerResponse } from 'node:http';
import { BAD_KEY, NO_KEY, refuse } from './api-error.ts';
import { generate, parseRequest } from './generate.ts';
import { readJson, sendJson, sendRefusal } from './http-io.ts';
import { findModel, LISTED_MODELS, modelResource } from './models.ts';
import { countTokens, segmentsOf } from './prompt-segments.ts';
import type { ServerState } from './server-state.ts';

const PATH = /^\/(v1|v1beta)\/models(?:\/([^/:]+)(?::(\w+))?)?$/;

/** A key that is refused, so that a wrong key can be tried out. */
const REFUSED_KEY = 'refused';

/** Routes one HTTP request. Never rejects: a bug here is a 500, not a dead server. */
export async function handleRequest(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    await route(state, request, response, AbortSignal.any([gone.signal, closing]));
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else sendRefusal(response, refuse(500, `The demo model failed: ${String(error)}`));
  }
}

async function route(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, version, name, method] = PATH.exec(address.pathname) ?? [];
  if (version === undefined)
    return sendRefusal(response, refuse(404, `The path ${address.pathname} was not found on this server.`));

  const key = request.headers['x-goog-api-key'] ?? address.searchParams.get('key') ?? '';
  if (key === '') return sendRefusal(response, NO_KEY);
  if (key === REFUSED_KEY) return sendRefusal(response, BAD_KEY);

  if (name === undefined) return sendJson(response, 200, { models: LISTED_MODELS.map(modelResource) });
  const model = findModel(decodeURIComponent(name));
  if (!model) {
    const supported = method === undefined ? '' : `, or is not supported for ${method}`;
    const hint = 'Call ListModels to see the list of available models and their supported methods.';
    return sendRefusal(
      response,
      refuse(404, `models/${name} is not found for API version ${version}${supported}. ${hint}`),
    );
  }
  if (method === undefined) return sendJson(response, 200, modelResource(model));

  const body = await readJson(request);
  if (!body.ok) return sendRefusal(response, body.refusal);
  switch (method) {
    case 'generateContent':
      return generate(state, { model, body: body.value, form: 'whole', response, signal });
    case 'streamGenerateContent': {
      const form = address.searchParams.get('alt') === 'sse' ? 'events' : 'array';
      return generate(state, { model, body: body.value, form, response, signal });
    }
    case 'countTokens':
      return countRequest(body.value, response);
    default:
      return sendRefusal(response, refuse(404, `The method ${method} was not found on this server.`));
  }
}

/** Takes bare contents, or a whole `generateContentRequest`. */
function countRequest(body: unknown, response: ServerResponse): void {
  const inner =
    typeof body === 'object' && body !== null && 'generateContentRequest' in body ? body.generateContentRequest : body;
  const parsed = parseRequest(inner);
  if ('code' in parsed) sendRefusal(response, parsed);
  else sendJson(response, 200, { totalTokens: countTokens(segmentsOf(parsed)) });
}
