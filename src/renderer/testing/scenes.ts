import type { PrefixReport } from '../../core/prefix/segments.ts';
import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import type { Message, Part } from '../../core/session/message.ts';

const ROOT = '/home/kim/tides';
const MODEL = 'gemini-3-flash';

/** Writes a log line by line, with time going on by what each line is given. */
export class Script {
  readonly events: SessionEvent[] = [];
  #seq = 0;
  #at: number;
  #id = 0;
  constructor(startedAt: number) {
    this.#at = startedAt;
  }
  add(body: EventBody, afterMs = 50): this {
    this.#at += afterMs;
    this.#seq++;
    this.events.push({ ...body, seq: this.#seq, at: this.#at });
    return this;
  }
  message(
    branch: string,
    role: Message['role'],
    author: 'person' | 'model' | 'tools' | 'fork-start' | 'notification',
    parts: readonly Part[],
  ): this {
    this.#id++;
    return this.add({ type: 'message-added', branch, author, message: { id: `${branch}-m${this.#id}`, role, parts } });
  }
  say(
    branch: string,
    role: Message['role'],
    author: 'person' | 'model' | 'fork-start' | 'notification',
    text: string,
  ): this {
    return this.message(branch, role, author, [{ kind: 'text', text }]);
  }
  request(
    branch: string,
    step: number,
    usage: readonly [number, number, number],
    cost: number,
    uncached: number,
    prefix: PrefixReport | null = null,
    totalBytes = 18_400,
  ): this {
    const requestId = `${branch}-r${step}`;
    this.add({
      type: 'request-started',
      branch,
      requestId,
      step,
      attempt: 1,
      model: MODEL,
      base: null,
      added: [],
      totalBytes,
      chain: 'c',
      prefix,
    });
    this.add({ type: 'request-first-byte', branch, requestId }, 400);
    return this.add(
      {
        type: 'request-ended',
        branch,
        requestId,
        finishReason: 'STOP',
        usage: {
          input: usage[0],
          cacheRead: usage[1],
          cacheWrite: 0,
          output: usage[2],
          thoughts: Math.round(usage[2] / 5),
        },
        cost,
        uncachedCost: uncached,
      },
      900,
    );
  }
  tool(branch: string, name: string, title: string, status: 'ok' | 'error' | null = 'ok'): this {
    this.#id++;
    const callId = `${branch}-c${this.#id}`;
    this.add({ type: 'tool-started', branch, callId, name, title });
    if (name === 'bash') {
      this.add({
        type: 'terminal-data',
        branch,
        callId,
        data: `\u001b[1m$ ${title.replace(/^bash /, '')}\u001b[0m\r\n`,
      });
      for (let line = 0; line < 12; line++) {
        this.add(
          {
            type: 'terminal-data',
            branch,
            callId,
            data: `\u001b[32m  ok\u001b[0m ${line + 1} - tide at hour ${line} is between low and high water\r\n`,
          },
          60,
        );
      }
    }
    if (status !== null)
      this.add({ type: 'tool-ended', branch, callId, status, exitCode: status === 'ok' ? 0 : 1, signal: null }, 700);
    return this;
  }
  ask(branch: string, tool: string, title: string, detail: string): this {
    this.#id++;
    this.add({ type: 'branch-status', branch, status: 'waiting', waitingFor: 'permission' });
    return this.add({
      type: 'permission-asked',
      branch,
      promptId: `p${this.#id}`,
      callId: `${branch}-c${this.#id}`,
      tool,
      title,
      detail,
    });
  }
}

function shared(sharedBytes: number, whole = true): PrefixReport {
  return {
    against: 'root-r2',
    relation: 'parent',
    sharedBytes,
    sharedSegments: 9,
    againstBytes: 17_900,
    divergence: whole
      ? null
      : {
          segment: 0,
          kind: 'tools',
          byte: sharedBytes,
          path: 'tools[3]',
          cause: 'the tool `agent` is missing',
          before: '',
          after: '',
        },
  };
}

export interface SceneOptions {
  readonly now: number;
  readonly startedMsAgo: number;
}

function begin(script: Script, title: string): Script {
  return script
    .add({
      type: 'session-created',
      version: 1,
      sessionId: 's1',
      title,
      workspace: { root: ROOT, gitBranch: 'main', head: '3f2a91c4e5' },
      provider: 'demo',
      model: MODEL,
      approval: 'edits',
      isolation: 'worktree',
      maxForks: 8,
      budget: 1,
    })
    .add(born('root', null, 'root', 'Root', null))
    .add({ type: 'branch-status', branch: 'root', status: 'running' })
    .add({ type: 'turn-started', branch: 'root', turn: 1, origin: 'person' })
    .say(
      'root',
      'user',
      'person',
      'Find out why the tide table is an hour off in summer, add a chart to the command line, and make the tests cover both.',
    )
    .request('root', 1, [6_120, 0, 310], 0.0021, 0.0021)
    .say('root', 'model', 'model', 'I read the code first.')
    .tool('root', 'read_file', 'read_file src/tides.js')
    .tool('root', 'search', 'search "getTimezoneOffset"')
    .request('root', 2, [9_480, 6_102, 420], 0.0018, 0.0033)
    .say('root', 'model', 'model', 'Three parts can be done side by side: the clock, the chart, the tests.');
}

function born(
  branch: string,
  parent: string | null,
  kind: 'root' | 'fork' | 'subagent',
  title: string,
  directive: string | null,
): EventBody {
  return {
    type: 'branch-created',
    branch,
    parent,
    kind,
    title,
    directive,
    forkPoint: kind === 'fork' ? { branch: parent ?? 'root', messageId: 'root-m5' } : null,
    callId: null,
    snapshot: kind === 'fork' ? 'inherited' : 'prepared',
    snapshotVersion: 1,
    root: kind === 'root' ? ROOT : `/home/kim/.forkscope/worktrees/s1/${branch}`,
  } as EventBody;
}

function fork(script: Script, id: string, title: string, share: PrefixReport | null, bytes = 18_400): Script {
  script.add(born(id, 'root', 'fork', title, `Do only this: ${title}`), 180);
  script.add({
    type: 'worktree-created',
    branch: id,
    path: `/home/kim/.forkscope/worktrees/s1/${id}`,
    baseCommit: '3f2a91c4',
    gitBranch: `forkscope/s1/${id}`,
    notices: [],
  });
  script.say(id, 'user', 'fork-start', `Your directive: ${title}`);
  if (share) {
    script.add({ type: 'branch-status', branch: id, status: 'running' });
    script.request(id, 1, [9_910, 9_470, 240], 0.0007, 0.0031, share, bytes);
  }
  return script;
}

const DIFF = `--- a/src/clock.js
+++ b/src/clock.js
@@ -14,9 +14,11 @@ export function localHour(date, harbour) {
   const utc = date.getUTCHours();
-  const offset = harbour.offset;
-  return (utc + offset) % 24;
+  // Summer time is a property of the date, not of the harbour.
+  const offset = offsetAt(date, harbour.zone);
+  return (utc + offset + 24) % 24;
 }
`;

/** Root and three forks: one streams, one asks for a command, one is done; the root waits for them. */
export function runningScene({ now, startedMsAgo }: SceneOptions): SessionEvent[] {
  const script = begin(new Script(now - startedMsAgo), 'Tide table is an hour off in summer');
  fork(script, 'f1', 'Summer time in the clock', shared(17_900));
  fork(script, 'f2', 'Chart on the command line', shared(17_900));
  fork(script, 'f3', 'Tests for clock and chart', shared(17_900));
  script.add({
    type: 'branch-status',
    branch: 'root',
    status: 'waiting',
    waitingFor: 'children',
    reason: 'waits for 3 forks',
  });
  script.tool('f1', 'edit_file', 'edit_file src/clock.js').add({
    type: 'worktree-changed',
    branch: 'f1',
    files: 2,
    added: 31,
    removed: 7,
    paths: ['src/clock.js', 'src/day.js'],
  });
  script.request('f1', 2, [11_240, 9_880, 610], 0.0011, 0.0041);
  script.tool('f2', 'write_file', 'write_file src/chart.js').add({
    type: 'worktree-changed',
    branch: 'f2',
    files: 3,
    added: 118,
    removed: 2,
    paths: ['src/chart.js', 'bin/low-water.js', 'README.md'],
  });
  script.request('f2', 2, [12_010, 9_900, 1_420], 0.0019, 0.0049);
  script
    .tool('f2', 'bash', 'bash npm test')
    .say('f2', 'model', 'model', 'The chart is drawn with block characters and fits 80 columns.');
  script.add(
    {
      type: 'branch-ended',
      branch: 'f2',
      status: 'completed',
      reason: null,
      report: 'Scope: the chart. Result: drawn with block characters, fits 80 columns, tests pass.',
    },
    300,
  );
  script.add({
    type: 'request-started',
    branch: 'f1',
    requestId: 'f1-r3',
    step: 3,
    attempt: 1,
    model: MODEL,
    base: null,
    added: [],
    totalBytes: 21_000,
    chain: 'c',
    prefix: null,
  });
  script.add({
    type: 'text-delta',
    branch: 'f1',
    requestId: 'f1-r3',
    thought: false,
    text: 'The offset was read once, when the module was loaded. I now ask for it per date',
  });
  script.tool('f3', 'bash', 'bash node --test test/clock.test.js', null);
  return script.events;
}

export function permissionScene(options: SceneOptions): SessionEvent[] {
  const script = new Script(options.now);
  const events = runningScene(options);
  const last = events.at(-1);
  script
    .ask('f1', 'edit_file', 'edit src/clock.js', DIFF)
    .ask('f3', 'bash', 'npm test -- --coverage', 'npm test -- --coverage');
  return [...events, ...script.events.map((event) => ({ ...event, seq: event.seq + (last?.seq ?? 0) }))];
}

/** One of each state. */
export function statesScene({ now, startedMsAgo }: SceneOptions): SessionEvent[] {
  const script = begin(new Script(now - startedMsAgo), 'Port the renderer to the new canvas, in eight parts');
  fork(script, 'f1', 'Summer time in the clock', shared(17_900));
  script.add({
    type: 'branch-ended',
    branch: 'f1',
    status: 'failed',
    reason: 'The model refused the key (401). Check it in the settings, then send this branch a message.',
    report: null,
  });
  fork(script, 'f2', 'Chart on the command line, with labels for both high waters', shared(17_900));
  script.add({ type: 'branch-ended', branch: 'f2', status: 'interrupted', reason: 'You aborted it.', report: null });
  fork(script, 'f3', 'Tests for clock and chart', null);
  script.add({ type: 'branch-status', branch: 'f3', status: 'held', reason: 'held: fork 1 is warming the cache' });
  fork(script, 'f4', 'Read the docs', shared(9_300, false));
  script.add({ type: 'branch-status', branch: 'f4', status: 'paused', reason: 'paused by you' });
  fork(script, 'f5', 'Week view', null);
  script
    .add(born('a1', 'root', 'subagent', 'Reviewer', null))
    .add({ type: 'branch-status', branch: 'a1', status: 'running' });
  script.request('a1', 1, [1_210, 0, 90], 0.0004, 0.0004);
  script.add({
    type: 'request-ended',
    branch: 'a1',
    requestId: 'a1-r1',
    finishReason: 'STOP',
    usage: null,
    cost: null,
    uncachedCost: null,
  });
  script.add({
    type: 'notice',
    level: 'warning',
    branch: 'f4',
    text: 'The prefix differs from the parent at tools[3]: the tool `agent` is missing. This fork pays for its whole context.',
  });
  return script.events;
}

export function manyScene({ now, startedMsAgo }: SceneOptions, count = 24): SessionEvent[] {
  const script = begin(new Script(now - startedMsAgo), 'Two dozen forks');
  for (let i = 1; i <= count; i++) {
    fork(script, `f${i}`, `Part ${i} of the port`, shared(17_900));
    if (i % 3 === 0)
      script.add({ type: 'branch-ended', branch: `f${i}`, status: 'completed', reason: null, report: 'Scope: done.' });
    if (i % 7 === 0) script.ask(`f${i}`, 'bash', 'rm -rf build', 'rm -rf build');
    if (i % 4 === 0) {
      script
        .add(born(`f${i}-a`, `f${i}`, 'subagent', `Reviewer ${i}`, null))
        .add({ type: 'branch-status', branch: `f${i}-a`, status: 'running' });
      script.request(`f${i}-a`, 1, [1_210, 0, 90], 0.0004, 0.0004);
    }
  }
  return script.events;
}
