import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRow, rowsAt } from '../../../core/import/foreign-value.ts';
import { orderEvents } from '../../../core/import/order-events.ts';
import { tryParse } from '../../../core/import/salvage-line.ts';
import type { ImportedSession } from '../../../shared/import-calls.ts';
import { type SessionFolder, sessionFolder } from '../session-folder.ts';
import { lockSession } from '../session-lock.ts';
import type { TranscriptSource } from './collect-sources.ts';
import { identityOf } from './import-identity.ts';
import { LogWriter } from './log-writer.ts';
import { PartSpool } from './part-spool.ts';
import { type ReadOptions, readSource } from './read-source.ts';

/** Problems that are told with the outcome; all of them stand in the session itself. */
const FIRST_PROBLEMS = 200;

/** What an import leaves beside its log, so that a second one knows what the first did. */
interface Receipt {
  /** The files that were read, with sizes and times. */
  readonly source: string;
  readonly logBytes: number;
  readonly title: string;
  readonly problems: number;
  /** Absent in receipts of older versions. */
  readonly firstProblems?: ImportedSession['firstProblems'];
}

/** Writes a foreign transcript as a session of ours. The log appears whole or not at all; the source is only read. */
export async function writeSession(
  home: string,
  source: TranscriptSource,
  options: ReadOptions,
): Promise<ImportedSession> {
  const identity = identityOf(source);
  const { sessionId } = identity;
  const folder = sessionFolder(home, sessionId);
  const before = readReceipt(folder);
  const signature = signatureOf(source);
  const result = { sessionId, source: identity.path };
  if (before && existsSync(folder.events)) {
    const { title, problems, firstProblems = [], logBytes: bytes } = before;
    const known = { ...result, title, problems, firstProblems, bytes };
    if (statSync(folder.events).size !== bytes) return { ...known, outcome: 'kept' };
    if (before.source === signature) return { ...known, outcome: 'unchanged' };
  }
  mkdirSync(folder.folder, { recursive: true });
  const release = lockSession(folder.lock);
  const temporary = `${folder.events}.importing`;
  const spool = new PartSpool(join(folder.folder, 'parts.importing'));
  try {
    const draft = await readSource(source, spool, options);
    const writer = new LogWriter(temporary, spool);
    try {
      for (const timed of orderEvents(draft, identity)) {
        writer.write(timed);
        if (options.checkpoint.isDue()) {
          await options.checkpoint.pass({ phase: 'writing', doneBytes: writer.bytes, totalBytes: source.bytes });
        }
      }
    } catch (error) {
      writer.abandon();
      throw error;
    }
    writer.close();
    const { title } = draft;
    const problems = draft.problems.length;
    const firstProblems = draft.problems.slice(0, FIRST_PROBLEMS);
    renameSync(temporary, folder.events);
    const receipt: Receipt = { source: signature, logBytes: writer.bytes, title, problems, firstProblems };
    writeFileSync(receiptPath(folder), JSON.stringify(receipt));
    const outcome = before ? 'updated' : 'imported';
    return { ...result, title, problems, firstProblems, bytes: writer.bytes, outcome };
  } finally {
    spool.close();
    rmSync(temporary, { force: true });
    release();
    if (!existsSync(folder.events)) rmSync(folder.folder, { recursive: true, force: true });
  }
}

function receiptPath(folder: SessionFolder): string {
  return join(folder.folder, 'import.json');
}

function readReceipt(folder: SessionFolder): Receipt | null {
  if (!existsSync(receiptPath(folder))) return null;
  const value = tryParse(readFileSync(receiptPath(folder), 'utf8'));
  if (!isRow(value) || typeof value.source !== 'string' || typeof value.logBytes !== 'number') return null;
  const { source, logBytes, title, problems } = value;
  const firstProblems = rowsAt(value, 'firstProblems').flatMap(({ line, reason }) =>
    typeof line === 'number' && typeof reason === 'string' ? [{ line, reason }] : [],
  );
  return {
    source,
    logBytes,
    title: String(title),
    problems: typeof problems === 'number' ? problems : 0,
    firstProblems,
  };
}

function signatureOf(source: TranscriptSource): string {
  return source.parts.map(({ path, bytes }) => `${path} ${bytes} ${Math.round(statSync(path).mtimeMs)}`).join('\n');
}
