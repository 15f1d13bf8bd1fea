import { BranchEvents, type BranchOrigin, branchCreated } from '../draft-events.ts';
import { textAt, titleLine } from '../foreign-value.ts';
import { ListedChain } from '../listed-chain.ts';
import type { ReaderOptions } from '../source-info.ts';
import { branchAnchor, callAnchor, messageAnchor, type TranscriptDraft } from '../transcript-draft.ts';
import type { QwenCall, QwenLane, QwenRead, QwenRecord } from './qwen-record.ts';
import { addRecords, endOfRecords } from './qwen-records.ts';
import { qwenSegments } from './qwen-tree.ts';

/** The active path as the root, rewound parts as dead branches, islands beside them, and a lane for each subagent. */
export function qwenDraft(read: QwenRead, { prices, live }: ReaderOptions): TranscriptDraft {
  const { facts } = read;
  const root = facts.cwd;
  const chains: ListedChain[] = [];
  const callPlaces = new Map<string, { branch: string; messageId: string; call: QwenCall; isAnswered: boolean }>();
  const answered = new Set([...read.records.values()].flatMap(({ answers }) => [...answers.keys()]));
  const segments = qwenSegments(read.records);
  if (segments.length === 0) segments.push({ id: 'root', kind: 'active', records: [], from: null, hasGap: false });
  for (const segment of segments) {
    const isDead = segment.kind === 'dead';
    const forkPoint = segment.from && { branch: segment.from.segment, messageId: segment.from.messageId };
    const origin: BranchOrigin = {
      id: segment.id,
      parent: isDead ? (segment.from?.segment ?? 'root') : null,
      kind: isDead ? 'fork' : 'root',
      title:
        titleOf(segment.records) ?? (segment.id === 'root' ? 'Conversation' : isDead ? 'Rewound' : 'Another beginning'),
      forkPoint,
      root,
      ...(isDead ? { leftOut: 'abandoned' } : {}),
    };
    const above = origin.parent === null ? null : branchAnchor(origin.parent);
    const chain = new ListedChain(branchCreated(origin), forkPoint ? messageAnchor(forkPoint.messageId) : above);
    const make = new BranchEvents(segment.id, prices);
    if (segment.hasGap)
      chain.add(
        make.notice(
          segment.records[0]?.at ?? null,
          'warning',
          'The rows before this point are missing in the transcript.',
        ),
      );
    addRecords(chain, make, segment.records, false);
    if (!live)
      chain.add(
        isDead
          ? make.ended(chain.lastAt, 'interrupted', 'A person rewound the conversation past it.', null)
          : endOfRecords(make, segment.records, chain.lastAt),
      );
    chains.push(chain);
    for (const { uuid, calls } of segment.records) {
      for (const call of calls.values()) {
        callPlaces.set(call.callId, {
          branch: segment.id,
          messageId: uuid,
          call,
          isAnswered: answered.has(call.callId),
        });
      }
    }
  }
  for (const lane of read.lanes.values()) {
    for (const { uuid, calls } of lane.records.values()) {
      for (const call of calls.values())
        callPlaces.set(call.callId, { branch: lane.id, messageId: uuid, call, isAnswered: false });
    }
  }
  for (const lane of read.lanes.values()) {
    const meta = lane.meta ?? {};
    const callId = textAt(meta, 'toolUseId') ?? (lane.id.startsWith('fork-') ? lane.id.slice('fork-'.length) : null);
    const place = callId === null ? undefined : callPlaces.get(callId);
    const parentAgent = textAt(meta, 'parentAgentId');
    const parent = place?.branch ?? (parentAgent !== null && read.lanes.has(parentAgent) ? parentAgent : 'root');
    const records = [...lane.records.values()].sort((a, b) => a.order - b.order);
    const isFork = lane.isFork || place?.call.agentType === 'fork';
    const origin: BranchOrigin = {
      id: lane.id,
      parent,
      kind: isFork ? 'fork' : 'subagent',
      title: textAt(meta, 'description') ?? place?.call.description ?? titleOf(records) ?? lane.id,
      directive: records.find(({ type }) => type === 'user')?.text ?? null,
      forkPoint: isFork && place ? { branch: parent, messageId: place.messageId } : null,
      callId: place?.call.callId ?? null,
      root,
    };
    const chain = new ListedChain(branchCreated(origin), place ? callAnchor(place.call.callId) : branchAnchor(parent));
    const make = new BranchEvents(lane.id, prices);
    addRecords(chain, make, records, true);
    if (!live) chain.add(laneEnd(make, lane, records, chain.lastAt));
    chains.push(chain);
  }
  for (const { id, name, requests } of read.ghosts.values()) {
    if (read.lanes.has(id)) continue;
    const created = branchCreated({
      id,
      parent: 'root',
      kind: id.startsWith('fork-') ? 'fork' : 'subagent',
      title: name ?? id,
      root,
    });
    const chain = new ListedChain(created, branchAnchor('root'));
    const make = new BranchEvents(id, prices);
    chain.add(
      make.notice(
        requests[0]?.at ?? null,
        'info',
        'The source kept only the token counts of this branch, none of its messages.',
      ),
    );
    for (const [index, { at, model, usage }] of requests.entries()) {
      const requestId = `${id}-${index + 1}`;
      chain.add(
        make.requestStarted(at, requestId, model),
        make.requestEnded(at, { id: requestId, model, usage, finishReason: 'unknown' }),
      );
    }
    if (!live) chain.add(make.ended(chain.lastAt, 'completed', null, null));
    chains.push(chain);
  }
  const all = [...read.records.values(), ...[...read.lanes.values()].flatMap(({ records }) => [...records.values()])];
  return {
    tool: 'qwen-code',
    foreignId: facts.sessionId,
    title: facts.title ?? titleOf(segments[0]?.records ?? []) ?? 'Qwen Code session',
    root,
    gitBranch: facts.gitBranch,
    provider: 'openai',
    model: all.find(({ model }) => model !== null)?.model ?? 'unknown',
    timesKnown: all.length === 0 || all.some(({ at }) => at !== null),
    usageKnown: true,
    chains,
    notices: read.unknown.notices(),
    problems: [],
  };
}

function laneEnd(make: BranchEvents, lane: QwenLane, records: readonly QwenRecord[], at: number | null) {
  const report = records.findLast(({ type, text }) => type === 'assistant' && text !== '')?.text ?? null;
  switch (lane.meta?.status) {
    case 'completed':
      return make.ended(at, 'completed', null, report);
    case 'failed':
      return make.ended(at, 'failed', textAt(lane.meta, 'lastError') ?? 'The subagent failed.', null);
    case 'cancelled':
    case 'paused':
      return make.ended(at, 'interrupted', `The subagent was ${lane.meta.status}.`, null);
  }
  return endOfRecords(make, records, at);
}

function titleOf(records: readonly QwenRecord[]): string | null {
  const prompt = records.find(
    ({ type, subtype, text }) => type === 'user' && subtype !== 'notification' && text !== '',
  );
  return prompt ? titleLine(prompt.text) || null : null;
}
