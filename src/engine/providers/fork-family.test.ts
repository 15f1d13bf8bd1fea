import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildChildMessage } from '../../core/fork/child-message.ts';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import { RequestBuilder } from '../../core/prefix/build-request.ts';
import { freezeSnapshot } from '../../core/prefix/snapshot.ts';
import { callsOf, type Message, type Part } from '../../core/session/message.ts';
import type { ModelAdapter } from './model-adapter.ts';
import { message, run, sha256, text } from './testing/exchange.ts';
import { type RecordedRequest, type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { OPENAI, VENDORS, type Vendor } from './testing/vendors.ts';

const SIBLINGS = 8;
const STEPS = 10;

const TOOLS = ['read_file', 'agent', 'bash'].map((name) => ({
  name,
  description: `${name}: "quotes", ümlauts, \u2028, 😀`,
  parameters: { type: 'object', required: ['path'], properties: { z: { type: 'string' }, path: { type: 'string' } } },
}));

/** A fork family on the wire: the parent's requests, then those of each sibling in turn. */
class Family {
  readonly #vendor: Vendor;
  readonly #url: string;
  readonly snapshot;
  #adapter: ModelAdapter;
  #builder: RequestBuilder;
  #calls = 0;

  constructor(vendor: Vendor, url: string) {
    this.#vendor = vendor;
    this.#url = url;
    this.snapshot = freezeSnapshot({
      version: 1,
      provider: 'any',
      model: vendor.model,
      systemText: 'You are "careful".\n😀',
      tools: TOOLS,
      sampling: { thinkingLevel: 'low' },
    });
    this.#adapter = vendor.adapter(url);
    this.#builder = new RequestBuilder(this.#adapter.dialect, sha256);
  }

  get dialect() {
    return this.#adapter.dialect;
  }

  /** A new process: nothing is left but what the log held. */
  restart(history: readonly Message[]): Message[] {
    this.#adapter = this.#vendor.adapter(this.#url);
    this.#builder = new RequestBuilder(this.#adapter.dialect, sha256);
    return JSON.parse(JSON.stringify(history)) as Message[];
  }

  /** One step: the request goes out, its answer comes back as a message. */
  async ask(history: readonly Message[], sharedMessages: number): Promise<Message> {
    const { finish, error } = await run(this.#adapter, this.#builder.build(this.snapshot, history), {
      family: 'session-1',
      sharedMessages,
      callId: () => `call-${++this.#calls}`,
    });
    if (!finish) throw error;
    return message('model', ...finish.parts);
  }
}

let proxy: RecordingProxy;
let vendor: Vendor;
beforeEach(async () => {
  let asked = 0;
  proxy = await startRecordingProxy({
    answer: (response) => {
      asked++;
      // The parent's second answer starts the forks; all others read a file.
      const names = asked === 2 ? Array.from({ length: SIBLINGS }, () => 'agent') : ['read_file'];
      vendor.answer(response, {
        thought: `Thought ${asked} — 😀 "x"`,
        text: `Text ${asked}\n\u2028`,
        calls: names.map((name, at) => ({
          id: `toolu_${asked}_${at}`,
          name,
          args: `{"path": "a/${at}.js", "z": "é\\u2028", "deep": {"b": [1, null, 1.5], "a": true}}`,
        })),
      });
    },
  });
});
afterEach(() => proxy.close());

function resultsOf(asked: Message, say: string): Part[] {
  return callsOf(asked).map(({ callId, wireId, name }) => ({
    kind: 'result',
    callId,
    ...(wireId === undefined ? {} : { wireId }),
    name,
    text: say,
    isError: false,
  }));
}

/** A body as the cache reads it: tools, system, messages, one after the other, without markers. */
function canonical(recorded: RecordedRequest | undefined): string {
  const { marker } = vendor;
  const raw = recorded?.body.toString('utf8') ?? '';
  const bare = marker === null ? raw : raw.replaceAll(marker, '');
  return vendor
    .pieces(JSON.parse(bare))
    .map((piece) => JSON.stringify(piece))
    .join('\n');
}

function commonLength(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a[at] === b[at]) at++;
  return at;
}

describe.each(VENDORS)('a fork family with $name', (one) => {
  it('shares every byte of the parent, parts only in the directive, and only ever grows', async () => {
    vendor = one;
    const marksPerRequest = one.marker === null ? null : one === OPENAI ? 50 : 4;
    const family = new Family(one, proxy.url);
    const start = message('user', text('Look around. "Quotes" 😀'));
    const first = await family.ask([start], 0);
    const read = message('user', ...resultsOf(first, 'content of a file'));
    const parent = [start, first, read];
    let history: Message[] = [...parent, await family.ask(parent, 0)];
    const parentBytes = canonical(proxy.requests[1]);

    const firsts: string[] = [];
    for (let sibling = 1; sibling <= SIBLINGS; sibling++) {
      // Half of the family starts in another process, from the log alone.
      if (sibling === SIBLINGS / 2) history = family.restart(history);
      const child = buildChildMessage(`Part number ${sibling} of the work.`, {
        identity: { number: sibling, count: SIBLINGS, description: `part ${sibling}`, callId: `toolu_2_${sibling}` },
      });
      const { added, shared } = buildForkedMessages(history, child, family.dialect.forkShape, (purpose) => purpose);
      let own: Message[] = [...history.slice(0, shared), ...added];
      const before = proxy.requests.length;
      for (let step = 1; step <= STEPS; step++) {
        if (step === 5) own = family.restart(own);
        const answer = await family.ask(own, shared);
        own = [...own, answer, message('user', ...resultsOf(answer, `result ${step}`))];
      }
      const sent = proxy.requests.slice(before).map(canonical);
      expect(sent).toHaveLength(STEPS);
      if (marksPerRequest !== null) {
        const marks = proxy.requests
          .slice(before)
          .map(({ body }) => body.toString().split(one.marker ?? '').length - 1);
        expect(Math.max(...marks)).toBeLessThanOrEqual(marksPerRequest);
        expect(Math.min(...marks)).toBeGreaterThan(2);
      }
      for (const [at, body] of sent.entries()) {
        expect(body.startsWith(`${parentBytes}\n`), `step ${at + 1} holds the parent's last request`).toBe(true);
        expect(body.startsWith(at === 0 ? '' : `${sent[at - 1]}\n`), `step ${at + 1} extends step ${at}`).toBe(true);
      }
      firsts.push(sent[0] ?? '');
    }

    const [eldest = '', ...others] = firsts;
    for (const other of others) {
      const common = eldest.slice(0, commonLength(eldest, other));
      expect(common.length).toBeGreaterThan(parentBytes.length);
      // The first byte that differs is one of the directive's own text.
      expect(common.endsWith('Directive: Part number ')).toBe(true);
    }
  });

  it('puts the built segments on the wire as they are, with nothing but markers between them', async () => {
    vendor = one;
    const adapter = one.adapter(proxy.url);
    const builder = new RequestBuilder(adapter.dialect, sha256);
    const { snapshot } = new Family(one, proxy.url);
    const call: Part = { kind: 'call', callId: 'c1', wireId: 'w1', name: 'bash', args: { z: 1, a: ['é'] } };
    const history = [
      message('user', text('hello \u2028 😀'), { kind: 'image', mimeType: 'image/png', data: 'aGk=' }),
      message('model', text('I look.'), call),
      message('user', ...resultsOf(message('model', call), 'out'), text('and now?')),
    ];
    const request = builder.build(snapshot, history);
    await run(adapter, request, { sharedMessages: 2 });

    const raw = proxy.requests[0]?.body.toString('utf8') ?? '';
    const bare = one.marker === null ? raw : raw.replaceAll(one.marker, '');
    const [tools = '', system = '', ...messages] = request.segments.map((segment) => segment.text);
    // A message that is several on the wire is a list in its segment.
    const sent = messages.map((body) => body.replace(/^\[|\]$/g, '')).join(',');
    expect(bare).toContain(`"tools":${tools}`);
    expect(bare).toContain(system);
    expect(bare).toContain(`${sent}]`);
    expect(raw !== bare).toBe(one.marker !== null);
  });
});
