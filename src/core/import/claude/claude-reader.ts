import { isRow, type Row, rowAt, rowsAt, shortCopy, textAt, timeOf } from '../foreign-value.ts';
import { printOf } from '../row-print.ts';
import { NO_FILE, type ReaderOptions, type SourceFile, type Translator } from '../source-info.ts';
import { toolTitle } from '../tool-title.ts';
import type { PartStore, PartsHandle, TranscriptDraft } from '../transcript-draft.ts';
import { UnknownRows } from '../unknown-rows.ts';
import { anthropicParts } from './anthropic-parts.ts';
import { ClaudeDamage } from './claude-damage.ts';
import { claudeDraft } from './claude-draft.ts';
import type { ClaudeCall, ClaudeExtra, ClaudeLane, ModelNode, RowLink, UserNode } from './claude-nodes.ts';
import type { ClaudeRead } from './claude-read.ts';
import { isInterruptMarker, isPrompt, mostComplete, rawUsageOf, SILENT_TYPES } from './claude-rows.ts';

/** A result whose call has not been read yet. */
interface EarlyResult {
  readonly link: RowLink | null;
  readonly lane: string;
  readonly callId: string;
  readonly node: UserNode;
  readonly answers: readonly { readonly callId: string; readonly isError: boolean }[];
}

/** Calls that start a subagent, under their old and their present name. */
const AGENT_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent']);
const MAIN = '';
/** Side rows of old versions that do not name their subagent; they are sorted out by their parents at the end. */
const LOOSE = 'loose';
/** Characters of a message that are kept for titles and reports. */
const TEXT_KEPT = 4_000;

/**
 * Reads the rows of Claude Code: main files, sidechains inside them, and files of subagents. It is longer than other files
 * here because every kind of row touches the same indexes (links, answers, owners of calls, lanes).
 */
export class ClaudeReader implements Translator<TranscriptDraft> {
  readonly #store: PartStore;
  readonly #options: ReaderOptions;
  readonly #links = new Map<string, RowLink>();
  readonly #models = new Map<string, ModelNode>();
  readonly #owners = new Map<string, ModelNode>();
  readonly #main: (ModelNode | UserNode)[] = [];
  readonly #lanes = new Map<string, ClaudeLane>();
  readonly #loose: { node: ModelNode | UserNode; uuid: string }[] = [];
  readonly #early: EarlyResult[] = [];
  readonly #extras: { parent: string | null; extra: ClaudeExtra }[] = [];
  readonly #agentCalls = new Map<string, string>();
  readonly #echoed = new Set<string>();
  readonly #unknown = new UnknownRows();
  #file: SourceFile = NO_FILE;
  #fileNumber = -1;
  #order = 0;
  #line = 0;
  readonly #damage = new ClaudeDamage();
  /** The row before, when it was a message without an id. */
  #unnamed = '';
  #sessionId: string | null = null;
  #cwd = '';
  #gitBranch: string | null = null;
  #title: string | null = null;
  #timesKnown = false;

  constructor(store: PartStore, options: ReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  begin(file: SourceFile): void {
    this.#file = file;
    this.#fileNumber++;
    if (file.agentId === null) return;
    const lane = this.#lane(file.agentId);
    const meta = file.meta ?? {};
    lane.callId ??= textAt(meta, 'toolUseId');
    lane.description ??= textAt(meta, 'description');
    lane.agentType ??= textAt(meta, 'agentType');
    lane.parentAgent ??= textAt(meta, 'parentAgentId');
    lane.isFork ||= textAt(meta, 'agentType') === 'fork';
  }

  row(row: Row, line: number): void {
    this.#order++;
    this.#sessionId ??= textAt(row, 'sessionId');
    if (this.#cwd === '') this.#cwd = textAt(row, 'cwd') ?? '';
    this.#gitBranch ??= textAt(row, 'gitBranch');
    this.#line = line;
    if (this.#damage.look(row, line, this.#file.name)) {
      this.#link(row, null, false, timeOf(row.timestamp));
      return;
    }
    if (row.type === 'user' || row.type === 'assistant') {
      const uuid = textAt(row, 'uuid');
      const twin = this.#unnamed;
      this.#unnamed = uuid === null ? printOf(row) : '';
      if (uuid === null && this.#unnamed === twin) return;
      this.#message(row, uuid ?? `line-${this.#fileNumber}-${line}`, this.#laneOf(row));
      return;
    }
    const at = timeOf(row.timestamp);
    const written = this.#links.get(textAt(row, 'uuid') ?? '');
    if (written && isAgain(written, row, at)) return;
    this.#link(row, null, false, at);
    this.#other(row, line);
  }

  finish(): TranscriptDraft {
    for (const { link, lane, callId, node, answers } of this.#early) {
      const owner = this.#owners.get(`${lane} ${callId}`);
      if (owner) this.#answer(owner, node, answers);
      else this.#place(node, lane, node.uuid);
      if (link && lane === MAIN) link.node = owner ?? node;
    }
    this.#sortLoose();
    this.#damage.findCircles(this.#links);
    const read: ClaudeRead = {
      links: this.#links,
      roots: this.#main,
      lanes: this.#lanes,
      extras: this.#extras,
      agentCalls: this.#agentCalls,
      echoed: this.#echoed,
      facts: {
        sessionId: this.#sessionId,
        cwd: this.#cwd,
        gitBranch: this.#gitBranch,
        title: this.#title,
        timesKnown: this.#timesKnown,
      },
      unknown: this.#unknown,
    };
    return { ...claudeDraft(read, this.#options), problems: this.#damage.problems };
  }

  #laneOf(row: Row): string {
    const agentId = textAt(row, 'agentId') ?? this.#file.agentId;
    if (row.isSidechain !== true && this.#file.agentId === null) return MAIN;
    return agentId ?? LOOSE;
  }

  #message(row: Row, uuid: string, lane: string): void {
    const time = timeOf(row.timestamp);
    if (time !== null) this.#timesKnown = true;
    const written = this.#links.get(uuid);
    if (written && isAgain(written, row, time)) {
      // The same row again, in this file or as a copy in another: only its usage may be more complete.
      const message = rowAt(row, 'message');
      const known = this.#models.get(`${lane} ${textAt(message, 'id')}`);
      if (known) known.usage = mostComplete(known.usage, rawUsageOf(message));
      return;
    }
    if (written) {
      this.#message(row, `${uuid} in row ${this.#order}`, lane);
      return;
    }
    const link = this.#link(row, uuid, lane !== MAIN, time);
    const node =
      row.type === 'assistant' ? this.#answerRow(row, uuid, lane, time) : this.#userRow(row, uuid, lane, time, link);
    if (link && lane === MAIN) link.node = node;
  }

  #link(row: Row, uuid: string | null, isSide: boolean, at: number | null): RowLink | null {
    const id = uuid ?? textAt(row, 'uuid');
    if (id === null || this.#links.has(id)) return null;
    const above = row.subtype === 'compact_boundary' ? aboveCompaction(row) : NOTHING;
    const parent = textAt(row, 'parentUuid');
    // The parent's own string is kept, and not another one of the same letters for each child.
    const named = parent === null ? null : (this.#links.get(parent)?.uuid ?? parent);
    const link: RowLink = {
      at,
      uuid: id,
      parent: named,
      above,
      node: null,
      isSide,
      order: this.#order,
      line: this.#line,
      file: this.#file.name,
    };
    this.#links.set(id, link);
    return link;
  }

  #answerRow(row: Row, uuid: string, lane: string, time: number | null): ModelNode {
    const message = rowAt(row, 'message');
    const messageId = textAt(message, 'id') ?? uuid;
    const key = `${lane} ${messageId}`;
    let node = this.#models.get(key);
    if (!node) {
      node = newModelNode(messageId, this.#order, this.#fileNumber);
      this.#models.set(key, node);
      this.#place(node, lane, uuid);
    }
    const model = textAt(message, 'model');
    node.synthetic ||= row.isApiErrorMessage === true || model === '<synthetic>';
    node.model = model ?? node.model;
    node.stopReason = textAt(message, 'stop_reason') ?? node.stopReason;
    node.usage = mostComplete(node.usage, rawUsageOf(message));
    node.firstAt ??= time;
    node.lastAt = time ?? node.lastAt;
    const parts = anthropicParts(message.content, () => '');
    if (parts.length > 0) node.parts.push(this.#store.put(parts));
    for (const part of parts) {
      if (part.kind === 'text' && part.thought !== true && part.text.trim() !== '')
        node.text = shortCopy(part.text, TEXT_KEPT);
      if (part.kind !== 'call' || node.calls.has(part.callId)) continue;
      node.calls.set(part.callId, callOf(part.callId, part.name, part.args, time));
      const ownerKey = `${lane} ${part.callId}`;
      if (!this.#owners.has(ownerKey)) this.#owners.set(ownerKey, node);
    }
    return node;
  }

  #userRow(row: Row, uuid: string, lane: string, at: number | null, link: RowLink | null): ModelNode | UserNode {
    const message = rowAt(row, 'message');
    const answers = rowsAt(message, 'content')
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({ callId: textAt(block, 'tool_use_id') ?? '', isError: block.is_error === true }));
    const nameOf = (callId: string) => this.#owners.get(`${lane} ${callId}`)?.calls.get(callId)?.name ?? '';
    const parts = anthropicParts(message.content, nameOf);
    const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))[0] ?? null;
    const node: UserNode = {
      kind: 'user',
      order: this.#order,
      file: this.#fileNumber,
      extras: [],
      uuid,
      at,
      parts: this.#store.put(parts),
      role: roleOf(row, answers.length > 0, text),
      text: text === null ? null : shortCopy(text, TEXT_KEPT),
    };
    const parent = textAt(row, 'parentUuid');
    if (parent !== null && text?.startsWith('<local-command')) this.#echoed.add(parent);
    const first = answers[0];
    if (!first) {
      this.#place(node, lane, uuid);
      return node;
    }
    const result = row.toolUseResult;
    const agentId = isRow(result) ? textAt(result, 'agentId') : null;
    if (agentId !== null) this.#agentCalls.set(agentId, first.callId);
    const owner = this.#owners.get(`${lane} ${first.callId}`);
    if (owner) {
      this.#answer(owner, node, answers);
      return owner;
    }
    this.#early.push({ link, lane, callId: first.callId, node, answers });
    return node;
  }

  #answer(owner: ModelNode, node: UserNode, answers: EarlyResult['answers']): void {
    owner.results.push(node.parts);
    if (node.at !== null) owner.resultsAt = Math.max(owner.resultsAt ?? node.at, node.at);
    for (const { callId, isError } of answers) {
      const call = owner.calls.get(callId);
      if (call) call.result ??= { at: node.at, isError, order: node.order };
    }
  }

  #place(node: ModelNode | UserNode, lane: string, uuid: string): void {
    if (lane === MAIN) this.#main.push(node);
    else if (lane === LOOSE) this.#loose.push({ node, uuid });
    else this.#lane(lane).nodes.push(node);
  }

  #lane(id: string): ClaudeLane {
    let lane = this.#lanes.get(id);
    if (!lane) {
      lane = {
        id,
        nodes: [],
        callId: null,
        description: null,
        agentType: null,
        parentAgent: null,
        forkUuid: null,
        isFork: false,
      };
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  #other(row: Row, line: number): void {
    const data = rowAt(row, 'data');
    if (row.type === 'progress' && data.type === 'agent_progress') {
      this.#agentProgress(row, data, line);
      return;
    }
    if (row.type === 'system') {
      this.#system(row);
      return;
    }
    if (row.type === 'fork-context-ref') {
      const agentId = textAt(row, 'agentId') ?? this.#file.agentId;
      if (agentId === null) return;
      const lane = this.#lane(agentId);
      lane.isFork = true;
      lane.forkUuid ??= textAt(row, 'parentLastUuid');
      return;
    }
    if (row.type === 'summary' || row.type === 'ai-title' || row.type === 'custom-title') {
      const title =
        textAt(row, 'customTitle') ?? textAt(row, 'aiTitle') ?? textAt(row, 'title') ?? textAt(row, 'summary');
      if (title !== null) {
        this.#title = shortCopy(title, 200);
        return;
      }
    }
    const type = textAt(row, 'type');
    if (type === null || !SILENT_TYPES.has(type)) this.#unknown.add(type ?? 'no type', line, row, this.#file.name);
  }

  /** The main file repeats each message of a subagent as it comes; only the newest one in each row is new. */
  #agentProgress(row: Row, data: Row, line: number): void {
    const agentId = textAt(data, 'agentId');
    const inner = data.message;
    if (agentId === null || !isRow(inner)) {
      this.#unknown.add('progress of an unnamed subagent', line, row, this.#file.name);
      return;
    }
    const lane = this.#lane(agentId);
    lane.callId ??= textAt(row, 'parentToolUseID');
    const uuid = textAt(inner, 'uuid') ?? `line-${this.#fileNumber}-${line}`;
    if (inner.type === 'user' || inner.type === 'assistant') this.#message(inner, uuid, agentId);
  }

  #system(row: Row): void {
    const at = timeOf(row.timestamp);
    const uuid = textAt(row, 'uuid') ?? `system-${this.#order}`;
    const parent = textAt(row, 'parentUuid') ?? textAt(row, 'logicalParentUuid');
    if (row.subtype === 'api_error') {
      const status = rowAt(row, 'error').status;
      const retryInMs = typeof row.retryInMs === 'number' ? row.retryInMs : null;
      const attempt = typeof row.retryAttempt === 'number' ? row.retryAttempt : 1;
      const message = `The provider refused the request${typeof status === 'number' ? ` with status ${status}` : ''}; it was tried again.`;
      this.#extras.push({ parent, extra: { at, uuid, what: { kind: 'retry', attempt, message, retryInMs } } });
    } else if (row.subtype === 'compact_boundary') {
      const { trigger, preTokens } = rowAt(row, 'compactMetadata');
      const size = typeof preTokens === 'number' ? `, ${preTokens} tokens before` : '';
      const text = `Compaction (${typeof trigger === 'string' ? trigger : 'unknown trigger'}${size}): older messages left the context here.`;
      this.#extras.push({ parent, extra: { at, uuid, what: { kind: 'notice', level: 'info', text } } });
    }
  }

  /** Side rows without a subagent's id belong to the lane of their topmost side row. */
  #sortLoose(): void {
    const known = new Map<string, string>();
    for (const { node, uuid } of this.#loose) {
      const path: string[] = [];
      let top = uuid;
      for (let at: string | null = uuid; at !== null && !path.includes(at) && path.length < 100_000; ) {
        const link: RowLink | undefined = this.#links.get(at);
        if (!link?.isSide) break;
        top = known.get(at) ?? at;
        path.push(at);
        if (known.has(at)) break;
        at = link.parent;
      }
      for (const each of path) known.set(each, top);
      this.#lane(`side-${top}`).nodes.push(node);
    }
  }
}

/** A damaged id may be that of another row: what has neither its place nor its time is a row of its own. */
function isAgain(written: RowLink, row: Row, time: number | null): boolean {
  return written.parent === textAt(row, 'parentUuid') || (time !== null && written.at === time);
}

const NOTHING: readonly string[] = [];

function aboveCompaction(row: Row): string[] {
  const preserved = rowAt(rowAt(row, 'compactMetadata'), 'preservedSegment');
  return [textAt(row, 'logicalParentUuid'), textAt(preserved, 'tailUuid')].filter((uuid) => uuid !== null);
}

function newModelNode(messageId: string, order: number, file: number): ModelNode {
  return {
    kind: 'model',
    messageId,
    order,
    file,
    extras: [],
    model: null,
    usage: null,
    stopReason: null,
    synthetic: false,
    parts: [],
    calls: new Map(),
    results: [] as PartsHandle[],
    firstAt: null,
    lastAt: null,
    resultsAt: null,
    text: null,
  };
}

function callOf(callId: string, name: string, args: unknown, at: number | null): ClaudeCall {
  const agent =
    AGENT_TOOLS.has(name) && isRow(args)
      ? {
          description: textAt(args, 'description'),
          type: textAt(args, 'subagent_type'),
          prompt: shortCopy(textAt(args, 'prompt') ?? '', 300),
        }
      : null;
  return { callId, name, title: toolTitle(name, args), at, agent, result: null };
}

function roleOf(row: Row, isResult: boolean, text: string | null): UserNode['role'] {
  if (isResult) return 'results';
  if (row.isCompactSummary === true) return 'summary';
  if (text !== null && isInterruptMarker(text)) return 'interrupt';
  return isPrompt(row) ? 'prompt' : 'injected';
}
