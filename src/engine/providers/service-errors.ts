import type { ApiRefusal } from './api-refusal.ts';
import { ModelError } from './model-adapter.ts';
import { errorCode, excerpt, waitInWords } from './plain-words.ts';
import { LONGEST_SERVER_WAIT_MS } from './retry.ts';
import { serverWaitMs } from './server-wait.ts';
import type { RefusedAnswer } from './watched-fetch.ts';

export interface ErrorScene {
  /** How the service is called inside a sentence, e.g. `Gemini`, `the demo model`. */
  readonly service: string;
  /** What to do about a missing or refused key. */
  readonly keyAdvice: string;
  /** Where the address of the service can be changed. */
  readonly addressAdvice: string;
  /** The base address; only its origin is shown. */
  readonly baseUrl: string;
  /** Must not stand in any message. */
  readonly key: string;
  /** Reads the service's own form of an error; null for a text that is none. */
  readonly parse: (body: string) => ApiRefusal | null;
}

/** What services say when a conversation does not fit; each is told from a limit of rate by `RATE_WORDS`. */
const TOO_LONG = new RegExp(
  [
    'context.?(length|window|size|limit)',
    'maximum context',
    'exceeds? the (maximum number of|available context)',
    '(?<!max_|completion_)tokens?.{0,60}exceeds?',
    'requested input length',
    '(prompt|input|request|conversation) (is |was )?too (long|large)',
    'request_too_large',
    'too many (input )?tokens',
    'range of input length',
    'payload size exceeds',
    'reduce the length of',
  ].join('|'),
  'i',
);
const RATE_WORDS = /per (second|minute|min|hour|day)|rate.?limit|quota|throttl/i;
const USED_UP_WORDS =
  /PerDay|QUOTA_EXHAUSTED|limit: 0\b|insufficient_quota|billing_error|arrearage|insufficient balance|credits?\b.{0,40}(depleted|exhausted|used up|too low)/i;
const KEY_WORDS =
  /API_KEY_INVALID|invalid_api_key|InvalidApiKey|authentication_error|api.?key (not valid|expired|not found|is invalid)|(incorrect|invalid) api.?key/i;
const SAFETY_WORDS = /content_filter|content_policy|data_inspection_failed|DataInspectionFailed|safety system/i;

/** Turns what went wrong between us and a service into one kind and one plain sentence with a next step. */
export class ServiceErrors {
  readonly #scene: ErrorScene;
  readonly #origin: string;
  /** The service at the head of a sentence. */
  readonly #name: string;

  constructor(scene: ErrorScene) {
    this.#scene = scene;
    this.#origin = new URL(scene.baseUrl).origin;
    this.#name = scene.service.charAt(0).toUpperCase() + scene.service.slice(1);
  }

  /** Reads the service's own form of an error. */
  get parse(): ErrorScene['parse'] {
    return this.#scene.parse;
  }

  /** Throws when the key cannot even be sent. */
  requireKey(): void {
    const { key, service, keyAdvice } = this.#scene;
    if (key === '') throw new ModelError('auth', `There is no key for ${service}. ${keyAdvice}`);
    if (/^[\x21-\x7e]+$/.test(key)) return;
    throw new ModelError('auth', `The key for ${service} holds a character that no key has. ${keyAdvice}`);
  }

  /** An HTTP answer that is no stream: a status other than 2xx, or a web page. */
  answer({ status, headers, body }: RefusedAnswer, model: string, now: number): ModelError {
    const refusal = this.#scene.parse(body);
    const asked = serverWaitMs(headers, now);
    if (!refusal && status < 500 && ![401, 402, 403, 408, 413, 429].includes(status)) return this.notAnApi(status);
    const { code, ...rest } = refusal ?? { code: null, message: '', words: [], retryAfterMs: null };
    // A gateway that refuses with 200 or a redirect says more in its body than in its status.
    const known = status >= 400 ? status : (code ?? status);
    return this.refusal({ ...rest, code: known, retryAfterMs: asked ?? rest.retryAfterMs }, model, known);
  }

  /** An error that the service put into words, in an answer's place or inside a stream. */
  refusal(refusal: ApiRefusal, model: string, status = refusal.code ?? 500): ModelError {
    const { service, keyAdvice } = this.#scene;
    const { message, retryAfterMs } = refusal;
    const words = [message, ...refusal.words].join(' ');
    const said = message === '' ? '' : ` ${this.#name} said: "${excerpt(message, this.#scene.key)}"`;
    const error = (kind: ModelError['kind'], sentence: string) =>
      new ModelError(kind, sentence, { status, retryAfterMs });
    const isRate = RATE_WORDS.test(words);
    const isUsedUp = USED_UP_WORDS.test(words) || (status === 429 && retryAfterMs === null && /billing/i.test(message));

    if (status === 402 || (isUsedUp && status < 500)) {
      const advice = "Check the key's plan and billing, or choose another model or provider.";
      return error('quota', `The quota for ${service} is used up (${status}). ${advice}`);
    }
    if (status === 429 || (status === 413 && isRate)) {
      return error('rate-limit', `The rate limit of ${service} is reached (${status}). ${tryAgain(retryAfterMs)}`);
    }
    if (status === 401 || status === 403 || KEY_WORDS.test(words)) {
      const why = /api key not valid/i.test(message) ? '' : said;
      return error('auth', `The key for ${service} was refused (${status}). ${keyAdvice}${why}`);
    }
    if (status === 404 || refusal.words.includes('model_not_found')) {
      return error(
        'not-found',
        `${this.#name} has no model "${model}" (${status}). Choose another with the model button below the prompt, or with --model on the command line.`,
      );
    }
    if (status === 413 || ([400, 422].includes(status) && TOO_LONG.test(words) && !isRate)) {
      const advice = 'Fork from an earlier message, or start a new session with less in it.';
      return error('context-exceeded', `The conversation is too long for "${model}" (${status}). ${advice}`);
    }
    if (status >= 500 || status === 408) {
      return error('overloaded', `${this.#name} is overloaded or has a fault (${status}). ${tryAgain(retryAfterMs)}`);
    }
    if (/location is not supported/i.test(message)) {
      const advice = 'Use another network, or choose another provider.';
      return error('invalid-request', `${this.#name} does not serve your location (${status}). ${advice}`);
    }
    if (SAFETY_WORDS.test(words)) {
      const advice = 'Say it in other words, or fork from an earlier message.';
      return error(
        'invalid-request',
        `${this.#name} blocked the request for its content (${status}). ${advice}${said}`,
      );
    }
    const advice = 'Fork from an earlier message, or choose another model.';
    return error('invalid-request', `${this.#name} refused the request (${status}). ${advice}${said}`);
  }

  /** Something answers, but it is not the model's API. */
  notAnApi(status: number): ModelError {
    const sentence = `${this.#origin} answers, but not as ${this.#scene.service} does (${status}).`;
    return new ModelError('not-an-api', `${sentence} ${this.#scene.addressAdvice}`, { status });
  }

  /** No answer came at all. */
  connection(cause: unknown): ModelError {
    const code = errorCode(cause);
    const fail = (sentence: string) =>
      new ModelError('network', `${sentence} Check the network. ${this.#scene.addressAdvice}`, { cause });
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return fail(`The host of ${this.#origin} cannot be found.`);
    if (code === 'ECONNREFUSED') return fail(`Nothing answers at ${this.#origin}.`);
    if (/CERT|SSL|TLS|SIGNATURE/.test(code))
      return fail(`The certificate of ${this.#origin} is not trusted (${code}).`);
    return fail(`The connection to ${this.#origin} failed${code ? ` (${code})` : ''}.`);
  }

  silence(silenceMs: number): ModelError {
    const sentence = `${this.#name} sent nothing for ${waitInWords(silenceMs)}.`;
    return new ModelError('silence', `${sentence} Check the network and try again.`);
  }

  cut(cause?: unknown): ModelError {
    const sentence = cause
      ? `The connection to ${this.#scene.service} broke before the answer was whole.`
      : `The answer of ${this.#scene.service} ended without a finish reason.`;
    return new ModelError('stream-cut', `${sentence} Send a message to try again.`, { cause });
  }

  aborted(): ModelError {
    return new ModelError('aborted', 'The request was stopped. Send a message to go on.');
  }
}

function tryAgain(retryAfterMs: number | null): string {
  if (retryAfterMs === null) return 'Wait a minute and try again.';
  const wait = waitInWords(retryAfterMs);
  return retryAfterMs > LONGEST_SERVER_WAIT_MS ? `It asks to try again only in ${wait}.` : `Try again in ${wait}.`;
}
