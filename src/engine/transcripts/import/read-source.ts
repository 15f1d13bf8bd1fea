import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { ElementSplitter } from '../../../core/import/element-splitter.ts';
import type { Row } from '../../../core/import/foreign-value.ts';
import { RowReader } from '../../../core/import/row-reader.ts';
import { tryParse } from '../../../core/import/salvage-line.ts';
import type { PartStore, TranscriptDraft } from '../../../core/import/transcript-draft.ts';
import { translatorOf } from '../../../core/import/translators.ts';
import type { PriceTable } from '../../../core/session/cost.ts';
import type { Problem } from '../../../core/session/state.ts';
import { EngineFault } from '../../engine-fault.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { SourcePart, TranscriptSource } from './collect-sources.ts';
import { MAX_LINE_BYTES, readChunks, readRawLines } from './read-lines.ts';
import type { FileMemory, ReadMemory } from './read-memory.ts';
import { type SlimRow, slimRow } from './slim-row.ts';

export interface ReadOptions {
  readonly prices: PriceTable | null;
  readonly live: boolean;
  readonly holdLast: boolean;
  readonly checkpoint: Checkpoint;
  /** What a reading before this one learned: then only what was appended since is read. Not for stores that hold texts. */
  readonly memory?: ReadMemory;
}

/** More problems than this are counted, not listed: a file of noise would be nothing else. */
const MAX_PROBLEMS = 1_000;

/** Reads all files of a foreign transcript, and understands them. The files are only read. */
export async function readSource(
  source: TranscriptSource,
  store: PartStore,
  options: ReadOptions,
): Promise<TranscriptDraft> {
  if (source.format === 'forkscope')
    throw new EngineFault('own', `${source.path} is a session of ours; it is opened as it is.`);
  const { prices, live, holdLast, checkpoint } = options;
  const related = source.parts.length > 1;
  const translator = translatorOf(source.format, store, { prices, live, holdLast, related });
  const problems: Problem[] = [];
  let unlisted = 0;
  let done = 0;
  for (const part of source.parts) {
    translator.begin(part);
    const report = ({ line, reason }: Problem) => {
      const problem = { line, reason: part.name === '' ? reason : `${part.name}: ${reason}` };
      if (problems.length < MAX_PROBLEMS) problems.push(problem);
      else unlisted++;
    };
    const take = (row: Row, line: number) => translator.row(row, line);
    const before = done;
    const pause: Pause = (bytes) =>
      checkpoint.isDue()
        ? checkpoint.pass({ phase: 'reading', doneBytes: before + bytes, totalBytes: source.bytes })
        : null;
    const slim = source.format === 'claude-code' ? slimmerFor(store) : notSlimmed;
    const memory = options.memory?.of(part.path) ?? null;
    await (part.isDocument
      ? readDocument(part, take, report, pause)
      : readRows({ part, take, report, pause, live, slim, memory }));
    done += part.bytes;
  }
  if (unlisted > 0) problems.push({ line: 0, reason: `${unlisted} more damaged spots are not listed` });
  const draft = translator.finish();
  return { ...draft, problems: [...draft.problems, ...problems] };
}

/** The row without what need not be parsed; null when the line has to be read as it is. */
type Slim = (line: Buffer) => Row | null;

const notSlimmed: Slim = () => null;

/** Hands the long texts of a row to a store that can take them as they are. */
function slimmerFor(store: PartStore): Slim {
  const mayCut = store.hold !== undefined;
  return (line) => {
    const slim: SlimRow | null = slimRow(line, mayCut);
    store.hold?.(slim?.texts ?? []);
    return slim?.row ?? null;
  };
}

type Take = (row: Row, line: number) => void;
type Report = (problem: Problem) => void;
/** Null when there is no need to wait: most lines come and go without. */
type Pause = (bytes: number) => Promise<void> | null;

interface RowsRead {
  readonly part: SourcePart;
  readonly take: Take;
  readonly report: Report;
  readonly pause: Pause;
  readonly live: boolean;
  readonly slim: Slim;
  readonly memory: FileMemory | null;
}

async function readRows({ part, take, report, pause, live, slim, memory }: RowsRead): Promise<void> {
  const from = memory?.resume(part.path);
  for (const { row, line } of memory?.rows ?? []) {
    take(row, line);
    const due = pause(0);
    if (due) await due;
  }
  for (const problem of memory?.problems ?? []) report(problem);
  const keepRow: Take = (row, line) => {
    memory?.rows.push({ row, line });
    take(row, line);
  };
  /** The line of the last problem, so that one row is one problem. */
  let told = 0;
  const keepProblem: Report = (problem) => {
    told = problem.line;
    memory?.problems.push(problem);
    report(problem);
  };
  const reader = new RowReader(keepRow, keepProblem);
  for (const { raw, line, isEnded, bytes } of readRawLines(part.path, from)) {
    // The end of a line that is being written comes with the next look.
    if (live && !isEnded && tryParse(raw?.toString('utf8') ?? '') === undefined) break;
    const slimmed = raw && slim(raw);
    told = 0;
    if (raw === null)
      keepProblem({ line, reason: `the line is longer than ${MAX_LINE_BYTES >> 20} MB and was left out` });
    else if (slimmed) reader.pushRow(slimmed, line);
    else reader.push(raw.toString('utf8'), line);
    if (raw && told !== line && !reader.isWaiting && !isUtf8(raw))
      keepProblem({ line, reason: 'the row holds bytes that are no text; a mark stands for each' });
    if (isEnded) memory?.pass(raw, { bytes, line }, !reader.isWaiting);
    const due = pause(bytes);
    if (due) await due;
  }
  reader.end();
}

async function readDocument(part: SourcePart, take: Take, report: Report, pause: Pause): Promise<void> {
  const splitter = new ElementSplitter(take, report);
  const decoder = new StringDecoder('utf8');
  let bytes = 0;
  for (const chunk of readChunks(part.path)) {
    splitter.push(decoder.write(chunk));
    bytes += chunk.length;
    const due = pause(bytes);
    if (due) await due;
  }
  splitter.push(decoder.end());
  splitter.end();
}
