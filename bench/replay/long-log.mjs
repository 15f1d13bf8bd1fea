import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/**
 * Writes a log of `count` events and about 500 bytes each, as a long day of parallel forks leaves it: requests that
 * stream, tools with terminal output, results of a few kilobytes, edits, failures, reports. The same each time.
 */
export async function writeLongLog(path, { count = 200_000, branches = 24, sessionId = 'long' } = {}) {
  const out = createWriteStream(path);
  let seq = 0;
  let at = Date.UTC(2026, 10, 2, 8, 0, 0);
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  let bytes = 0;
  const add = async (body) => {
    const line = `${JSON.stringify({ seq: ++seq, at: Math.round(at), ...body })}\n`;
    bytes += line.length;
    if (!out.write(line)) await once(out, 'drain');
  };
  const words =
    'the tide table reads its clock from the harbour and not from the zone so that summer is an hour off '.split(' ');
  const prose = (length) => {
    let text = '';
    while (text.length < length) text += `${words[Math.floor(random() * words.length)]} `;
    return text;
  };
  const hash = () =>
    Array.from({ length: 8 }, () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');

  await add({
    type: 'session-created',
    version: 1,
    sessionId,
    title: 'A long day of forks',
    workspace: { root: '/home/kim/tides', gitBranch: 'main', head: hash().slice(0, 40) },
    provider: 'demo',
    model: 'demo-planner',
    approval: 'all',
    isolation: 'worktree',
    maxForks: 64,
    budget: null,
  });
  const born = [];
  const bear = async (parent) => {
    const branch = parent === null ? 'root' : `fork-${born.length}`;
    born.push(branch);
    await add({
      type: 'branch-created',
      branch,
      parent,
      kind: parent === null ? 'root' : 'fork',
      title: parent === null ? 'Port the tide table' : `Part ${born.length} of the port`,
      directive: null,
      forkPoint: null,
      callId: null,
      snapshot: 'inherited',
      snapshotVersion: 1,
      root: '/home/kim/tides',
    });
    await add({ type: 'turn-started', branch, turn: 1, origin: parent === null ? 'person' : 'directive' });
    await add({
      type: 'message-added',
      branch,
      author: 'person',
      message: { id: `${branch}-m0`, role: 'user', parts: [{ kind: 'text', text: prose(400) }] },
    });
    await add({ type: 'branch-status', branch, status: 'running' });
  };
  await bear(null);
  const steps = new Map();
  let round = 0;
  while (seq < count - branches * 3) {
    // A new fork now and then, until there are enough; at night nobody works.
    if (born.length < branches && round % 40 === 0) await bear(born.length % 5 === 4 ? born[1] : 'root');
    if (round % 900 === 899) at += 7 * 3_600_000;
    const branch = born[Math.floor(random() * born.length)];
    await step(branch);
    round++;
  }
  for (const branch of [...born].reverse()) {
    at += 1_000;
    await add({
      type: 'branch-ended',
      branch,
      status: branch === 'fork-3' ? 'failed' : 'completed',
      reason: branch === 'fork-3' ? 'The provider refused the request.' : null,
      report: prose(600),
    });
  }
  out.end();
  await once(out, 'close');
  return { events: seq, bytes };

  async function step(branch) {
    const number = (steps.get(branch) ?? 0) + 1;
    steps.set(branch, number);
    const requestId = `${branch}-r${number}`;
    const before = number === 1 ? null : `${branch}-r${number - 1}`;
    const size = 20_000 + number * 900;
    await add({
      type: 'request-started',
      branch,
      requestId,
      step: number,
      attempt: 1,
      model: 'demo-planner',
      base: before === null ? null : { requestId: before, keep: 2 + number * 2 },
      added: [
        { kind: 'message', hash: hash(), bytes: 700 },
        { kind: 'message', hash: hash(), bytes: 3_400 },
      ],
      totalBytes: size,
      chain: hash(),
      prefix:
        before === null
          ? null
          : {
              against: before,
              relation: 'own',
              sharedBytes: size - 4_100,
              sharedSegments: number * 2,
              againstBytes: size - 4_100,
              divergence: null,
            },
    });
    at += 300 + random() * 900;
    await add({ type: 'request-first-byte', branch, requestId });
    let text = '';
    for (let piece = 0; piece < 10; piece++) {
      at += 60 + random() * 140;
      const part = prose(160);
      text += part;
      await add({ type: 'text-delta', branch, requestId, thought: piece < 3, text: part });
    }
    if (random() < 0.01) {
      await add({
        type: 'request-failed',
        branch,
        requestId,
        kind: 'overloaded',
        message: 'The provider is overloaded. It is tried again by itself.',
        usage: null,
        cost: 0,
        retryInMs: 2_000,
      });
      at += 2_000;
      return;
    }
    const input = Math.round(size / 4);
    await add({
      type: 'request-ended',
      branch,
      requestId,
      finishReason: 'STOP',
      usage: { input, cacheRead: Math.round(input * 0.93), cacheWrite: 0, output: 260, thoughts: 60 },
      cost: 0.0031,
      uncachedCost: 0.0124,
    });
    const callId = `${branch}-c${number}`;
    const isEdit = random() < 0.25;
    const name = isEdit ? 'edit_file' : 'bash';
    await add({
      type: 'message-added',
      branch,
      author: 'model',
      message: {
        id: `${branch}-m${number}a`,
        role: 'model',
        parts: [
          { kind: 'text', text },
          {
            kind: 'call',
            callId,
            name,
            args: isEdit
              ? { path: 'src/clock.ts', old_text: prose(200), new_text: prose(200) }
              : { command: 'npm test' },
          },
        ],
      },
    });
    await add({
      type: 'tool-started',
      branch,
      callId,
      name,
      title: isEdit ? 'edit_file edit src/clock.ts' : 'bash npm test',
    });
    let output = '';
    for (let piece = 0; piece < (isEdit ? 0 : 9); piece++) {
      at += 100 + random() * 400;
      const data = `\u001b[32m✓\u001b[0m ${prose(500)}\r\n`;
      output += data;
      await add({ type: 'terminal-data', branch, callId, data });
    }
    await add({
      type: 'tool-ended',
      branch,
      callId,
      status: random() < 0.04 ? 'error' : 'ok',
      exitCode: 0,
      signal: null,
    });
    await add({
      type: 'message-added',
      branch,
      author: 'tools',
      message: {
        id: `${branch}-m${number}b`,
        role: 'user',
        parts: [{ kind: 'result', callId, name, text: isEdit ? 'Edited.' : output.slice(0, 4_000), isError: false }],
      },
    });
  }
}
