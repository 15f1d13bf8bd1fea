import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { EventBody, SessionEvent } from '../src/core/session/events.ts';
import { type ExportFormat, type ExportJob, runExportJob } from '../src/engine/export/export-job.ts';
import type { Measurement, Row } from './lib/measure.ts';

const EVENTS = 200_000;
const FORKS = 40;
const VIEWER = resolve('out/viewer/index.html');

/** A page may weigh so many times the compressed events, and so many bytes more. */
const MOST_TIMES = 1.3;
const MOST_BYTES = 1_500_000;

/** How long exports of a large session take, and how large the page is. `EXPORT_BENCH_KEEP` names where it is left. */
export async function measureExport(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-bench-'));
  try {
    const log = join(folder, 'events.jsonl');
    const lines = largeSession().map((event) => JSON.stringify(event));
    writeFileSync(log, `${lines.join('\n')}\n`);
    const compressed = gzipSync(readFileSync(log), { level: 9 }).length;
    const rows: Row[] = [];
    for (const format of ['jsonl', 'md', 'bundle', 'html'] as const) {
      if (format === 'html' && !existsSync(VIEWER)) continue;
      for (const redact of format === 'jsonl' ? [false, true] : [true]) {
        const began = performance.now();
        const bytes = await write(folder, log, format, redact);
        rows.push({
          what: `${format}${redact ? ', redacted' : ', as it is'}: ${EVENTS.toLocaleString('en')} events, ${megabytes(statSync(log).size)} of log`,
          measured: `${((performance.now() - began) / 1000).toFixed(1)} s, ${megabytes(bytes)}`,
          target: '',
        });
        if (format !== 'html') continue;
        const most = MOST_TIMES * compressed + MOST_BYTES;
        rows.push({
          what: `The page against its events, compressed: ${megabytes(compressed)}`,
          measured: `${megabytes(bytes)}, ${(bytes / compressed).toFixed(2)} times`,
          target: `≤ ${MOST_TIMES} x + 1.5 MB`,
          met: bytes <= most,
        });
      }
    }
    return { title: 'Export of a session', rows, raw: rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(folder: string, events: string, format: ExportFormat, redact: boolean): Promise<number> {
  const kept = process.env.EXPORT_BENCH_KEEP;
  const file = format === 'html' && kept ? resolve(kept) : join(folder, `out.${format}`);
  const job: ExportJob = {
    ...{ kind: 'write', sessionId: 'bench', events, blobs: join(folder, 'blobs'), review: join(folder, 'none') },
    ...{ format, redact, patterns: [], keep: [], homes: [], file, viewer: VIEWER, app: 'bench', now: 0, forks: [] },
  };
  return (await runExportJob(job, () => {})).bytes;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A root and its forks that say, run and read things in turns; texts differ, so that they compress as real ones do. */
function largeSession(): SessionEvent[] {
  const bodies: EventBody[] = [
    {
      ...{ type: 'session-created', version: 1, sessionId: 'bench', title: 'A large session', provider: 'demo' },
      ...{ workspace: { root: '/home/jane/tides', gitBranch: 'main', head: 'a'.repeat(40) }, model: 'demo-planner' },
      ...{ approval: 'all', isolation: 'none', maxForks: 64, budget: null },
    } as EventBody,
  ];
  const branches = ['root', ...Array.from({ length: FORKS }, (_, index) => `fork-${index + 1}`)];
  for (const branch of branches) {
    const parent = branch === 'root' ? null : 'root';
    bodies.push({
      ...{ type: 'branch-created', branch, parent, kind: parent ? 'fork' : 'root', title: `Look at part ${branch}` },
      ...{
        directive: null,
        forkPoint: null,
        callId: null,
        snapshot: 'prepared',
        snapshotVersion: 1,
        root: '/home/jane/tides',
      },
    } as EventBody);
  }
  let round = 0;
  while (bodies.length < EVENTS) {
    const branch = branches[round % branches.length] ?? 'root';
    const id = `${branch}-${round++}`;
    const text = words(round, 40);
    bodies.push({
      type: 'message-added',
      branch,
      author: 'model',
      message: {
        id: `m-${id}`,
        role: 'model',
        parts: [
          { kind: 'text', text },
          { kind: 'call', callId: `c-${id}`, name: 'bash', args: { command: `node test/${words(round * 3, 2)}.js` } },
        ],
      },
    });
    bodies.push({ type: 'tool-started', branch, callId: `c-${id}`, name: 'bash', title: `bash node ${round}` });
    for (let piece = 0; piece < 6; piece++)
      bodies.push({ type: 'terminal-data', branch, callId: `c-${id}`, data: `${words(round * 7 + piece, 8)}\r\n` });
    bodies.push({ type: 'tool-ended', branch, callId: `c-${id}`, status: 'ok', exitCode: 0, signal: null });
    bodies.push({
      type: 'message-added',
      branch,
      author: 'tools',
      message: {
        id: `r-${id}`,
        role: 'user',
        parts: [{ kind: 'result', callId: `c-${id}`, name: 'bash', text: words(round * 11, 60), isError: false }],
      },
    });
  }
  return bodies
    .slice(0, EVENTS)
    .map((body, index) => ({ seq: index + 1, at: 1_760_000_000_000 + index * 40, ...body }));
}

/** As many different words as a longer text has: so it is compressed about as well as one. */
const VOCABULARY = Array.from({ length: 4_096 }, (_, index) =>
  (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(36).slice(0, 3 + (index % 6)),
);

/** Made-up words that depend on the seed alone. */
function words(seed: number, count: number): string {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length: count }, () => VOCABULARY[next() % VOCABULARY.length]).join(' ');
}
