import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventBody } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../../core/session/testing/event-maker.ts';
import { listStoredSessions, readStoredSession } from './list-sessions.ts';
import { sessionFolder } from './session-folder.ts';
import { LONG_LOG, piecesOf, readPreview } from './stored-preview.ts';

let home: string;
const folder = () => sessionFolder(home, 's1');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forkscope-preview-'));
  mkdirSync(folder().folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(bodies: readonly EventBody[]): string {
  const text = stored(bodies)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');
  writeFileSync(folder().events, text);
  return text;
}

/** As many bytes, written at the same time, and yet another title: only who reads the log sees it. */
function changeUnseen(): void {
  const { atime, mtime } = statSync(folder().events);
  writeFileSync(folder().events, readFileSync(folder().events, 'utf8').replace('Count the files', 'COUNT THE FILES'));
  utimesSync(folder().events, atime, mtime);
}

describe('the list of sessions', () => {
  it('reads a log once, and again when it has grown', async () => {
    write([SESSION_CREATED, branchCreated('root')]);
    const at = new Date(2026, 1, 1);
    utimesSync(folder().events, at, at);
    expect((await listStoredSessions(home))[0]).toMatchObject({ title: 'Count the files', status: 'interrupted' });
    changeUnseen();
    expect((await listStoredSessions(home))[0]).toMatchObject({ title: 'Count the files', branches: 1 });
    appendFileSync(
      folder().events,
      `${JSON.stringify({ seq: 3, at: 9_000, ...branchCreated('b', { parent: 'root' }) })}\n`,
    );
    expect((await listStoredSessions(home))[0]).toMatchObject({ title: 'COUNT THE FILES', branches: 2, lastAt: 9_000 });
  });

  it('does not believe a file of another version, or a broken one', async () => {
    write([SESSION_CREATED, branchCreated('root')]);
    await listStoredSessions(home);
    const listed = join(folder().folder, 'listed.json');
    const kept = readFileSync(listed, 'utf8');
    writeFileSync(listed, kept.replace('"shape":"', '"shape":"x').replace('Count the files', 'Of old'));
    expect((await listStoredSessions(home))[0]?.title).toBe('Count the files');
    writeFileSync(listed, kept.slice(0, 40));
    expect((await listStoredSessions(home))[0]?.title).toBe('Count the files');
  });
});

describe('the preview of a long log', () => {
  it('is there once the log was read, until that changes', async () => {
    const many = Array.from({ length: LONG_LOG }, (): EventBody => {
      return { type: 'notice', level: 'info', branch: null, text: 'a tide' };
    });
    const bodies = [SESSION_CREATED, branchCreated('root'), ...many];
    const text = write(bodies);
    expect(await readPreview(folder())).toBeNull();
    await readStoredSession(home, 's1');
    const preview = await readPreview(folder());
    expect(preview).toMatchObject({ bytes: text.length, events: LONG_LOG + 2, lastSeq: LONG_LOG + 2 });
    const shown = JSON.parse(preview?.text ?? '');
    expect(shown.title).toBe(fold(EMPTY_SESSION, stored(bodies)).title);
    expect(shown.branches.root.status).toBe('interrupted');
    appendFileSync(folder().events, '{"seq":');
    expect(await readPreview(folder())).toBeNull();
  });

  it('is not made of a short one', async () => {
    write([SESSION_CREATED, branchCreated('root')]);
    await readStoredSession(home, 's1');
    expect(await readPreview(folder())).toBeNull();
  });
});

it('cuts a log into whole lines, whatever the size of the pieces', async () => {
  const text = 'eins\nzwölf\n\ndrei und dreißig\n';
  writeFileSync(folder().events, `${text}torn`);
  for (const size of [1, 3, 7, 1_000]) {
    const pieces: string[] = [];
    for await (const piece of piecesOf(folder().events, Buffer.byteLength(text) + 4, size)) pieces.push(piece);
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
  }
});
