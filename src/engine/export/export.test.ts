import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRETS } from '../../core/redaction/testing/secret-corpus.ts';
import type { EventBody } from '../../core/session/events.ts';
import { summaryOf } from '../../core/session/summary.ts';
import { branchCreated, call, model, SESSION_CREATED, user } from '../../core/session/testing/event-maker.ts';
import { ReviewLog } from '../review/review-log.ts';
import { BlobStore, sha256 } from '../transcripts/blob-store.ts';
import { EventLog } from '../transcripts/event-log.ts';
import { importOwn, readOwn } from '../transcripts/import/import-own.ts';
import { lookAtPath } from '../transcripts/import/look-at-path.ts';
import { readLog, stateOf } from '../transcripts/read-log.ts';
import { sessionFolder } from '../transcripts/session-folder.ts';
import { type ExportFormat, type ExportJob, runExportJob } from './export-job.ts';
import { readBundle } from './read-bundle.ts';

const key = SECRETS.find(({ kind }) => kind === 'anthropic-key')?.secret ?? '';
const blob = JSON.stringify({ text: `the ${key} of a request` });

const BODIES: readonly EventBody[] = [
  { ...SESSION_CREATED, sessionId: 's1' },
  branchCreated('root'),
  { type: 'turn-started', branch: 'root', turn: 1, origin: 'person' },
  { type: 'message-added', branch: 'root', author: 'person', message: user('m1', `Use ${key}, please`) },
  {
    type: 'request-started',
    branch: 'root',
    requestId: 'r1',
    step: 1,
    attempt: 1,
    model: 'demo-flash',
    base: null,
    added: [{ kind: 'message', hash: sha256(blob), bytes: blob.length }],
    totalBytes: blob.length,
    chain: 'c',
    prefix: null,
  },
  {
    type: 'request-ended',
    branch: 'root',
    requestId: 'r1',
    finishReason: 'STOP',
    usage: { input: 100, cacheRead: 40, cacheWrite: 0, output: 10, thoughts: 2 },
    cost: 0.001,
    uncachedCost: 0.002,
  },
  {
    type: 'message-added',
    branch: 'root',
    author: 'model',
    message: model('m2', 'Done', call('c1', 'bash', { command: `echo ${key}` })),
  },
  { type: 'tool-started', branch: 'root', callId: 'c1', name: 'bash', title: `bash echo ${key}` },
  { type: 'tool-ended', branch: 'root', callId: 'c1', status: 'ok', exitCode: 0, signal: null },
  {
    type: 'message-added',
    branch: 'root',
    author: 'tools',
    message: user('m3', { kind: 'result', callId: 'c1', name: 'bash', text: '```\n</details>\n```', isError: false }),
  },
  branchCreated('fork-1', {
    parent: 'root',
    kind: 'fork',
    forkPoint: { branch: 'root', messageId: 'm3' },
    directive: 'Look',
  }),
  { type: 'branch-ended', branch: 'fork-1', status: 'completed', reason: null, report: 'Found it' },
];

let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-export-'));
  const folder = sessionFolder(home, 's1');
  const log = EventLog.create(folder.events, () => 7);
  for (const body of BODIES) log.append(body);
  log.close();
  const blobs = new BlobStore(folder.blobs);
  blobs.put(sha256(blob), blob);
  await blobs.flush();
  const review = await ReviewLog.open(folder.review, 's1', () => 9);
  const place = { kind: 'message', branch: 'root', messageId: 'm2' } as const;
  review.append([{ type: 'comment-added', commentId: 'k1', thread: null, place, moment: 7, text: `leaks ${key}` }]);
  writeFileSync(
    join(home, 'viewer.html'),
    '<title>%FORKSCOPE-TITLE%</title><script id="preview">%FORKSCOPE-PREVIEW%</script>%FORKSCOPE-DATA%',
  );
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function write(format: ExportFormat, change: Partial<ExportJob> = {}): Promise<string> {
  const { events, blobs, review } = sessionFolder(home, 's1');
  const file = join(home, `out.${format}`);
  const job: ExportJob = {
    ...{
      kind: 'write',
      sessionId: 's1',
      events,
      blobs,
      review,
      format,
      redact: true,
      patterns: [],
      keep: [],
      homes: [],
    },
    ...{ file, viewer: join(home, 'viewer.html'), app: '0.1.0', now: 5, forks: [], ...change },
  };
  await runExportJob(job, () => {});
  return file;
}

const summaryWithoutIds = async (path: string) => {
  const { source: _, sessionId: __, ...rest } = summaryOf(stateOf(await readOwn(path)), path);
  return rest;
};

describe('exports', () => {
  it.each(['jsonl', 'bundle'] as const)('come back from %s as the session they were', async (format) => {
    const file = await write(format, { redact: false });
    const { events } = sessionFolder(home, 's1');
    expect(await summaryWithoutIds(file)).toEqual(await summaryWithoutIds(events));
    const imported = await importOwn(home, file);
    expect(imported).toMatchObject({ outcome: 'imported', title: 'Count the files', problems: 0 });
    const again = sessionFolder(home, imported.sessionId);
    expect(await summaryWithoutIds(again.events)).toEqual(await summaryWithoutIds(events));
    const [head, ...others] = (await readLog(again.events)).events;
    expect(head).toMatchObject({ sessionId: imported.sessionId, importedFrom: { tool: 'forkscope', id: 's1' } });
    expect(others).toEqual((await readLog(events)).events.slice(1));
    expect((await importOwn(home, file)).outcome).toBe('unchanged');
  });

  it('carry stored texts and the review in a bundle', async () => {
    const imported = await importOwn(home, await write('bundle', { redact: false }));
    const folder = sessionFolder(home, imported.sessionId);
    expect(await new BlobStore(folder.blobs).get(sha256(blob))).toBe(blob);
    const review = await ReviewLog.open(folder.review, imported.sessionId, () => 9);
    expect(review.problems).toEqual([]);
    expect(review.entries).toMatchObject([{ sessionId: imported.sessionId }, { text: `leaks ${key}` }]);
  });

  it.each(['html', 'md', 'jsonl', 'bundle'] as const)('never hold a key in %s', async (format) => {
    const bytes = readFileSync(await write(format));
    const text = format === 'bundle' ? gunzipSync(bytes).toString() : bytes.toString();
    const inner = format === 'html' ? gunzipSync(Buffer.from(dataOf(text), 'base64')).toString() : text;
    expect(inner).toContain('[redacted: Anthropic key #1]');
    expect(inner).not.toContain(key);
    const plain = readFileSync(await write(format, { redact: false }));
    const all = format === 'bundle' ? gunzipSync(plain).toString() : plain.toString();
    expect(format === 'html' ? gunzipSync(Buffer.from(dataOf(all), 'base64')).toString() : all).toContain(key);
  });

  it('say what was taken out, and write nothing when asked to look only', async () => {
    const file = join(home, 'never');
    const { events, blobs, review } = sessionFolder(home, 's1');
    const job = {
      ...{ kind: 'look', sessionId: 's1', events, blobs, review, format: 'md', redact: true },
      patterns: ['Count'],
    };
    const rest = { keep: [], homes: [], file, viewer: '', app: '', now: 1, forks: [] };
    const { secrets } = await runExportJob({ ...job, ...rest } as ExportJob, () => {});
    expect(secrets?.map(({ kind, count }) => [kind, count])).toEqual([
      ['anthropic-key', 4],
      ['own', 1],
    ]);
    expect(() => readFileSync(file)).toThrow();
  });

  it('put a title into the page that cannot open a tag', async () => {
    const log = EventLog.reopen(
      sessionFolder(home, 's1').events,
      await readLog(sessionFolder(home, 's1').events),
      () => 8,
    );
    log.append({ type: 'session-renamed', title: '</title><script>alert(1)</script>$&' });
    log.close();
    const page = readFileSync(await write('html'), 'utf8');
    // The two of the page itself: for its first screen, and for its data.
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).toContain('&#60;script&#62;alert(1)');
  });

  it('keep fences of a document shut', async () => {
    const text = readFileSync(await write('md'), 'utf8');
    expect(text).toContain('````\n```\n</details>\n```\n````');
    expect(text).toContain('## Branches');
    expect(text).toContain('`fork-1`, a fork of `root`: **completed**');
  });

  it('are known by their content, and a damaged one is refused in plain words', async () => {
    const file = await write('bundle');
    expect(lookAtPath(file)).toBe('bundle');
    const whole = readFileSync(file);
    for (const bytes of [300, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, bytes));
      await expect(readBundle(file)).rejects.toThrow(/cannot be read as a bundle.*Ask for the file again/);
    }
  });

  it('leave nothing half-written', async () => {
    await expect(write('html', { viewer: join(home, 'nothing') })).rejects.toThrow(/npm run build/);
    expect(() => readFileSync(join(home, 'out.html.part'))).toThrow();
  });
});

const dataOf = (page: string): string => /class="forkscope-piece">([^<]*)</.exec(page)?.[1] ?? '';
