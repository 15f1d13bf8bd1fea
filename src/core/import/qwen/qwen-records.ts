import type { BranchEvents } from '../draft-events.ts';
import type { ListedChain } from '../listed-chain.ts';
import type { DraftEvent } from '../transcript-draft.ts';
import type { QwenRecord } from './qwen-record.ts';

/** User rows that are no prompt of their own: a notice from a task, and a word put into a running turn. */
const NO_TURN: ReadonlySet<string> = new Set(['notification', 'mid_turn_user_message']);

/** The events of one branch's records, in their order. */
export function addRecords(
  chain: ListedChain,
  make: BranchEvents,
  records: readonly QwenRecord[],
  isLane: boolean,
): void {
  let before: number | null = null;
  let model = 'unknown';
  let isFirst = true;
  const open = new Set<string>();
  for (const record of records) {
    const { at, uuid, type, subtype, parts } = record;
    if (type === 'system') {
      if (record.notice !== null) chain.add(make.notice(at, 'info', record.notice));
      continue;
    }
    if (type === 'user') {
      const isTurn = subtype === null || !NO_TURN.has(subtype);
      if (!isLane && isTurn) chain.add(make.turn(at));
      const author = isLane && isFirst ? 'fork-start' : subtype === 'notification' ? 'notification' : 'person';
      chain.add(make.message(at, uuid, 'user', author, parts));
      isFirst = false;
    } else if (type === 'assistant') {
      model = record.model ?? model;
      const { usage, calls } = record;
      // Agents write each call as a row of its own below the row that holds the usage: those are no requests.
      if (usage !== null || calls.size === 0 || record.text !== '' || !isLane) {
        chain.add(make.requestStarted(before ?? at, uuid, model));
        chain.add(make.requestEnded(at, { id: uuid, model, usage, finishReason: 'unknown' }));
      }
      chain.add(make.message(at, uuid, 'model', 'model', parts));
      for (const call of calls.values()) {
        chain.add(make.toolStarted(call.at ?? at, call.callId, call.name, call.title));
        open.add(call.callId);
      }
    } else {
      for (const [callId, status] of record.answers)
        if (open.delete(callId)) chain.add(make.toolEnded(at, callId, status));
      chain.add(make.message(at, uuid, 'user', 'tools', parts));
    }
    before = at ?? before;
  }
}

export function endOfRecords(make: BranchEvents, records: readonly QwenRecord[], at: number | null): DraftEvent {
  const last = records.findLast(({ type, subtype }) => type !== 'system' && subtype !== 'notification');
  if (!last) return make.ended(at, 'completed', 'The transcript holds no messages.', null);
  if (last.type !== 'assistant') return make.ended(at, 'interrupted', 'The transcript ends before an answer.', null);
  if (last.calls.size > 0 || last.text === '') {
    return make.ended(at, 'interrupted', 'The transcript ends before a final answer.', null);
  }
  return make.ended(at, 'completed', null, last.text);
}
