import type { Part } from '../../session/message.ts';
import { countsAt, isRow, type Row, rowAt, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import { geminiParts } from '../gemini/gemini-parts.ts';
import { NO_FILE, type ReaderOptions, type SourceFile, type Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import type { PartStore, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import { qwenDraft } from './qwen-draft.ts';
import type { QwenGhost, QwenLane, QwenRead, QwenRecord } from './qwen-record.ts';
import { displayText, qwenUsage } from './qwen-rows.ts';

/** Reads Qwen Code chats and the files of their subagents. */
export class QwenReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #records = new Map<string, QwenRecord>();
  readonly #lanes = new Map<string, QwenLane>();
  readonly #ghosts = new Map<string, QwenGhost>();
  readonly #unknown = new UnknownRows();
  readonly #facts: QwenRead['facts'] = { sessionId: null, cwd: '', gitBranch: null, title: null };
  #file: SourceFile = NO_FILE;
  #order = 0;

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#file = file;
    if (file.agentId !== null && file.meta) this.#lane(file.agentId).meta = file.meta;
  }

  row(row: Row, line: number): void {
    this.#order++;
    const facts = this.#facts;
    facts.sessionId ??= textAt(row, 'sessionId');
    if (facts.cwd === '') facts.cwd = textAt(row, 'cwd') ?? '';
    facts.gitBranch ??= textAt(row, 'gitBranch');
    const { type } = row;
    if (type !== 'user' && type !== 'assistant' && type !== 'tool_result' && type !== 'system') {
      this.#unknown.add(textAt(row, 'type') ?? 'no type', line, row, this.#file.name);
      return;
    }
    const agentId = textAt(row, 'agentId') ?? this.#file.agentId;
    const lane = agentId === null ? null : this.#lane(agentId);
    const records = lane?.records ?? this.#records;
    const uuid = textAt(row, 'uuid') ?? `line-${this.#order}`;
    let record = records.get(uuid);
    if (type === 'system' && !record) this.#system(row, lane);
    if (!record) {
      const subtype = textAt(row, 'subtype');
      const parent = textAt(row, 'parentUuid');
      const notice = type === 'system' ? noticeOf(subtype) : null;
      record = { uuid, parent, type, subtype, order: this.#order, notice, ...emptyRecord() };
      records.set(uuid, record);
    }
    if (type !== 'system') this.#fill(record, row);
  }

  finish(): TranscriptDraft {
    const read = {
      records: this.#records,
      lanes: this.#lanes,
      ghosts: this.#ghosts,
      unknown: this.#unknown,
      facts: this.#facts,
    };
    return qwenDraft(read, this.#options);
  }

  #fill(record: QwenRecord, row: Row): void {
    const at = timeOf(row.timestamp);
    record.at ??= at;
    record.model = textAt(row, 'model') ?? record.model;
    record.usage = qwenUsage(row.usageMetadata) ?? record.usage;
    const parts = this.#newParts(record, row);
    if (parts.length > 0) record.parts.push(this.#store.put(parts));
    for (const part of parts) {
      if (part.kind === 'call') {
        const args = isRow(part.args) ? part.args : {};
        record.calls.set(part.callId, {
          callId: part.callId,
          name: part.name,
          title: toolTitle(part.name, part.args),
          at,
          description: textAt(args, 'description'),
          agentType: textAt(args, 'subagent_type'),
        });
      } else if (part.kind === 'result') {
        const { status } = rowAt(row, 'toolCallResult');
        const isError = status === 'error' || part.isError;
        record.answers.set(part.callId, status === 'cancelled' ? 'interrupted' : isError ? 'error' : 'ok');
      }
    }
  }

  /** A row that was written twice adds nothing; rows of one uuid that differ are parts of one message. */
  #newParts(record: QwenRecord, row: Row): Part[] {
    const all = geminiParts(rowAt(row, 'message').parts);
    const shown = row.type === 'user' ? displayText(row) : null;
    const parts: Part[] =
      shown === null ? all : [{ kind: 'text', text: shown }, ...all.filter(({ kind }) => kind !== 'text')];
    const fresh = parts.filter((part) => {
      if (part.kind === 'call') return !record.calls.has(part.callId);
      if (part.kind === 'result') return !record.answers.has(part.callId);
      return part.kind !== 'text' || part.text !== record.text;
    });
    for (const part of fresh)
      if (part.kind === 'text' && part.thought !== true) record.text = shortCopy(part.text, 4_000);
    return fresh;
  }

  #lane(id: string): QwenLane {
    let lane = this.#lanes.get(id);
    if (!lane) {
      lane = { id, records: new Map(), meta: null, isFork: id.startsWith('fork-') };
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  #system(row: Row, lane: QwenLane | null): void {
    const payload = rowAt(row, 'systemPayload');
    if (lane && row.subtype === 'agent_bootstrap') lane.isFork ||= payload.kind === 'fork';
    if (row.subtype === 'custom_title')
      this.#facts.title = textAt(payload, 'customTitle') ?? textAt(payload, 'title') ?? this.#facts.title;
    if (row.subtype !== 'ui_telemetry') return;
    const event = isRow(payload.uiEvent) ? payload.uiEvent : payload;
    const id = textAt(event, 'subagent_id');
    if (id === null || !('input_token_count' in event)) return;
    const ghost = this.#ghosts.get(id) ?? { id, name: null, requests: [] };
    ghost.name ??= textAt(event, 'subagent_task_name') ?? textAt(event, 'subagent_name');
    const counts = countsAt(event, [
      'input_token_count',
      'cached_content_token_count',
      'output_token_count',
      'thoughts_token_count',
    ]);
    ghost.requests.push({
      at: timeOf(row.timestamp),
      model: textAt(event, 'model') ?? 'unknown',
      usage: counts && {
        input: counts.input_token_count,
        cacheRead: counts.cached_content_token_count,
        cacheWrite: 0,
        output: counts.output_token_count,
        thoughts: counts.thoughts_token_count,
      },
    });
    this.#ghosts.set(id, ghost);
  }
}

function emptyRecord(): Pick<QwenRecord, 'at' | 'model' | 'usage' | 'parts' | 'text' | 'calls' | 'answers'> {
  return { at: null, model: null, usage: null, parts: [], text: '', calls: new Map(), answers: new Map() };
}

function noticeOf(subtype: string | null): string | null {
  if (subtype === 'chat_compression') return 'Compaction: older messages left the context here.';
  if (subtype === 'rewind') return 'A person rewound the conversation to here.';
  return null;
}
