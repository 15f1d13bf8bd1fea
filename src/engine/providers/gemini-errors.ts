import { type ApiRefusal, parseRefusal, retryAfterHeaderMs } from './api-refusal.ts';
import { ModelError } from './model-adapter.ts';
import { errorCode, excerpt, waitInWords } from './plain-words.ts';
import { LONGEST_SERVER_WAIT_MS } from './retry.ts';
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
}

const TOO_LONG =
  /token count.{0,60}exceeds|exceeds? the (maximum number of|available context)|context.?(length|window)|prompt is too long|input is too long|too many tokens|payload size exceeds/i;
const RATE_WORDS = /per (second|minute|hour|day)|rate.?limit|quota/i;
const USED_UP_WORDS = /PerDay|QUOTA_EXHAUSTED|limit: 0\b|credits?\b.{0,40}(depleted|exhausted|used up)/i;

/** Turns what went wrong between us and Gemini into one kind and one plain sentence with a next step. */
export class GeminiErrors {
  readonly #scene: ErrorScene;
  readonly #origin: string;
  /** The service at the head of a sentence. */
  readonly #name: string;

  constructor(scene: ErrorScene) {
    this.#scene = scene;
    this.#origin = new URL(scene.baseUrl).origin;
    this.#name = scene.service.charAt(0).toUpperCase() + scene.service.slice(1);
  }

  missingKey(): ModelError {
    return new ModelError('auth', `There is no key for ${this.#scene.service}. ${this.#scene.keyAdvice}`);
  }

  unusableKey(): ModelError {
    const { service, keyAdvice } = this.#scene;
    return new ModelError('auth', `The key for ${service} holds a character that no key has. ${keyAdvice}`);
  }

  /** An HTTP answer that is no stream: a status other than 2xx, or a web page. */
  answer({ status, retryAfter, body }: RefusedAnswer, model: string, now: number): ModelError {
    const refusal = parseRefusal(body);
    const asked = retryAfterHeaderMs(retryAfter, now);
    if (!refusal && status < 500 && ![401, 403, 408, 413, 429].includes(status)) return this.notAnApi(status);
    const { code, ...rest } = refusal ?? { code: null, message: '', words: [], retryAfterMs: null };
    return this.refusal({ ...rest, code: code ?? status, retryAfterMs: asked ?? rest.retryAfterMs }, model, status);
  }

  /** An error that Gemini put into words, in an answer's place or inside a stream. */
  refusal(refusal: ApiRefusal, model: string, status = refusal.code ?? 500): ModelError {
    const { service, keyAdvice } = this.#scene;
    const { message, retryAfterMs } = refusal;
    const words = [message, ...refusal.words].join(' ');
    const said = message === '' ? '' : ` ${this.#name} said: "${excerpt(message, this.#scene.key)}"`;
    const error = (kind: ModelError['kind'], sentence: string) =>
      new ModelError(kind, sentence, { status, retryAfterMs });

    if (status === 429) {
      if (USED_UP_WORDS.test(words) || (retryAfterMs === null && /billing/i.test(message))) {
        const advice = "Check the key's plan and billing, or choose another model or provider.";
        return error('quota', `The quota for ${service} is used up (429). ${advice}`);
      }
      return error('rate-limit', `The rate limit of ${service} is reached (429). ${tryAgain(retryAfterMs)}`);
    }
    if (status === 401 || status === 403 || /API_KEY_INVALID|api key (not valid|expired|not found)/i.test(words)) {
      const why = /api key not valid/i.test(message) ? '' : said;
      return error('auth', `The key for ${service} was refused (${status}). ${keyAdvice}${why}`);
    }
    if (status === 404) {
      return error('not-found', `${this.#name} has no model "${model}" (404). Choose another model in Settings.`);
    }
    if (status >= 500 || status === 408) {
      return error('overloaded', `${this.#name} is overloaded or has a fault (${status}). ${tryAgain(retryAfterMs)}`);
    }
    if (status === 413 || (TOO_LONG.test(words) && !RATE_WORDS.test(words))) {
      const advice = 'Fork from an earlier message, or start a new session with less in it.';
      return error('context-exceeded', `The conversation is too long for "${model}" (${status}). ${advice}`);
    }
    if (/location is not supported/i.test(message)) {
      const advice = 'Use another network, or choose another provider.';
      return error('invalid-request', `${this.#name} does not serve your location (${status}). ${advice}`);
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
