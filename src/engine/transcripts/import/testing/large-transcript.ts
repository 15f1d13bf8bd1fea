import { closeSync, openSync, writeSync } from 'node:fs';

/** A number generator whose numbers depend on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface LargeTranscript {
  readonly turns: number;
  readonly calls: number;
  readonly bytes: number;
}

/**
 * Writes a Claude Code transcript of about `megabytes`: turns of three steps, each with thinking, a call and its result,
 * hook rows between them, and results from a hundred bytes to 40 kB, as real ones have.
 */
export function writeLargeTranscript(path: string, megabytes: number, extra: readonly string[] = []): LargeTranscript {
  const random = seeded(7);
  const file = openSync(path, 'w');
  const words = Array.from({ length: 400 }, (_, index) => `word${index}${'x'.repeat(index % 9)}`);
  const text = (length: number) => {
    let out = '';
    // Line breaks, quotes and indents, as code has them.
    while (out.length < length) {
      const word = words[Math.floor(random() * words.length)];
      const chance = random();
      out += chance < 0.1 ? `${word}\n    ` : chance < 0.16 ? `"${word}", ` : `${word} `;
    }
    return out;
  };
  const common = {
    sessionId: 's-large',
    cwd: '/proj/demo',
    version: '2.1.39',
    gitBranch: 'main',
    isSidechain: false,
    userType: 'external',
  };
  const target = megabytes * 1_000_000;
  let bytes = 0;
  let turns = 0;
  let calls = 0;
  let serial = 0;
  let parent: string | null = null;
  let clock = Date.UTC(2026, 2, 2, 9);
  let pending: string[] = [];
  let pendingBytes = 0;
  const flush = () => {
    writeSync(file, pending.join(''));
    pending = [];
    pendingBytes = 0;
  };
  const line = (row: object) => {
    const uuid: string = `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`;
    clock += 40 + Math.floor(random() * 900);
    const written = `${JSON.stringify({ parentUuid: parent, ...common, uuid, timestamp: new Date(clock).toISOString(), ...row })}\n`;
    parent = uuid;
    pending.push(written);
    pendingBytes += written.length;
    bytes += Buffer.byteLength(written);
    if (pendingBytes > 4_000_000) flush();
  };
  while (bytes < target) {
    turns++;
    line({ type: 'user', message: { role: 'user', content: text(200) } });
    for (let step = 0; step < 3; step++) {
      const id = `msg_${serial}`;
      const callId = `toolu_${serial}`;
      const usage = {
        input_tokens: 10,
        output_tokens: 20,
        cache_read_input_tokens: 1000,
        cache_creation_input_tokens: 100,
      };
      const message = (content: unknown[]) => ({
        id,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-6',
        content,
        stop_reason: null,
        usage,
      });
      line({
        type: 'assistant',
        requestId: `req_${serial}`,
        message: message([{ type: 'thinking', thinking: text(900), signature: text(300) }]),
      });
      line({ type: 'assistant', requestId: `req_${serial}`, message: message([{ type: 'text', text: text(400) }]) });
      line({
        type: 'assistant',
        requestId: `req_${serial}`,
        message: message([{ type: 'tool_use', id: callId, name: 'Bash', input: { command: text(120) } }]),
      });
      calls++;
      line({ type: 'progress', data: { type: 'hook_progress', hookEvent: 'PreToolUse' }, toolUseID: callId });
      const result = text(100 + Math.floor(random() ** 4 * 40_000));
      line({
        type: 'user',
        toolUseResult: { stdout: result, stderr: '' },
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content: result }] },
      });
    }
  }
  for (const each of extra) pending.push(`${each}\n`);
  flush();
  closeSync(file);
  return { turns, calls, bytes };
}
