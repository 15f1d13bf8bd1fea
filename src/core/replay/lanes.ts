import type { BranchCreated, SessionEvent } from '../session/events.ts';
import type { Block, BlockEnd, BlockKind, Lane, Link, Marker } from './block.ts';
import { GrowingRow } from './block-row.ts';
import { isFailure } from './steps.ts';

/** Tools that write files, by their names here and in the tools whose transcripts are imported. */
const EDITS =
  /^(edit_file|write_file|replace|apply_patch|apply_diff|write_to_file|replace_in_file|(multi|notebook)?edit|write)$/i;

interface OpenLane extends Lane {
  readonly work: GrowingRow;
  readonly waits: GrowingRow;
  readonly markers: Marker[];
  /** The wait that the branch's state is, while it lasts. */
  wait: Block | null;
  readonly open: Set<Block>;
  /** The request whose answer has no message yet. */
  lastRequest: Block | null;
}

/** Every branch as a lane, from the events as they come. What is in it is never copied: it is drawn as it stands. */
export class Lanes {
  readonly #lanes = new Map<string, OpenLane>();
  readonly #blocks = new Map<string, Block>();
  readonly #links: Link[] = [];
  #order: Lane[] | null = null;

  get links(): readonly Link[] {
    return this.#links;
  }

  get count(): number {
    return this.#lanes.size;
  }

  lane(branch: string): Lane | undefined {
    return this.#lanes.get(branch);
  }

  /** Parents stand before their children, siblings in the order of their birth, as in the tree. */
  inTreeOrder(): readonly Lane[] {
    if (this.#order) return this.#order;
    const children = new Map<string | null, OpenLane[]>();
    for (const lane of this.#lanes.values()) {
      const parent = lane.parent !== null && this.#lanes.has(lane.parent) ? lane.parent : null;
      children.set(parent, [...(children.get(parent) ?? []), lane]);
    }
    const order: Lane[] = [];
    const visit = (parent: string | null): void => {
      for (const lane of children.get(parent) ?? []) {
        order.push(lane);
        visit(lane.branch);
      }
    };
    visit(null);
    this.#order = order;
    return order;
  }

  /** How many lanes stand above it up to its root. */
  depthOf(lane: Lane): number {
    let depth = 0;
    for (let above = lane.parent; above !== null && depth < 64; depth++) {
      const next = this.#lanes.get(above);
      if (!next) break;
      above = next.parent;
    }
    return depth;
  }

  /** Index of the event that the first branch was born with; 0 when there is none. */
  get firstBirth(): number {
    const [first] = this.#lanes.values();
    return first?.bornIndex ?? 0;
  }

  push(event: SessionEvent, index: number, moment: number): void {
    if (event.type === 'branch-created') {
      this.#create(event, index, moment);
      return;
    }
    if (!('branch' in event) || event.branch === null) return;
    const lane = this.#lanes.get(event.branch);
    if (lane) this.#add(lane, event, index, moment);
  }

  #create(event: BranchCreated, index: number, moment: number): void {
    const { branch, parent, kind, title } = event;
    if (this.#lanes.has(branch)) return;
    this.#lanes.set(branch, {
      branch,
      parent,
      kind,
      title,
      bornAt: moment,
      bornIndex: index,
      endedAt: null,
      work: new GrowingRow(),
      waits: new GrowingRow(),
      markers: [],
      wait: null,
      open: new Set(),
      lastRequest: null,
    });
    this.#order = null;
    if (parent !== null && this.#lanes.has(parent)) {
      this.#links.push({ kind: 'fork', from: parent, to: branch, fromAt: moment, toAt: moment, index });
    }
  }

  #add(lane: OpenLane, event: SessionEvent, index: number, moment: number): void {
    const mark = (kind: Marker['kind'], label: string, place: string | null = null): void => {
      lane.markers.push({ kind, branch: lane.branch, at: moment, index, label, place });
    };
    switch (event.type) {
      case 'request-started': {
        const block = this.#begin(lane, 'request', event.requestId, index, moment);
        block.label = event.purpose === 'summary' ? `${event.model}, summary` : event.model;
        lane.lastRequest = block;
        return;
      }
      case 'request-first-byte': {
        const block = this.#blocks.get(event.requestId);
        if (block) block.firstByte = moment;
        return;
      }
      case 'request-ended':
      case 'request-failed': {
        const block = this.#blocks.get(event.requestId);
        if (!block) return;
        block.cost = event.cost;
        if (event.usage) {
          const { input, cacheRead, output, thoughts } = event.usage;
          block.usage = { input, cached: cacheRead, output: output + thoughts };
        }
        this.#end(lane, block, event.type === 'request-failed' ? 'failed' : 'ok', moment);
        if (event.type === 'request-failed') mark('failure', event.message);
        return;
      }
      case 'message-added':
        if (event.message.role === 'model' && lane.lastRequest) {
          lane.lastRequest.place = event.message.id;
          lane.lastRequest.placeIndex = index;
          lane.lastRequest = null;
        }
        return;
      case 'turn-started':
        mark('turn', event.origin === 'person' ? 'A person’s message' : `Turn ${event.turn}`);
        return;
      case 'tool-started': {
        const block = this.#begin(lane, EDITS.test(event.name) ? 'edit' : 'tool', event.callId, index, moment);
        block.label = event.title;
        block.place = event.callId;
        return;
      }
      case 'tool-ended': {
        const block = this.#blocks.get(event.callId);
        if (!block) return;
        this.#end(lane, block, event.status === 'error' ? 'failed' : event.status, moment);
        if (isFailure(event)) mark('failure', `${block.label} failed`, event.callId);
        return;
      }
      case 'permission-asked': {
        const block = this.#begin(lane, 'permission', event.promptId, index, moment);
        block.label = event.title;
        block.place = event.callId;
        return;
      }
      case 'permission-answered': {
        const block = this.#blocks.get(event.promptId);
        const end = { allow: 'ok', deny: 'denied', withdrawn: 'interrupted' } as const;
        if (block) this.#end(lane, block, end[event.answer], moment);
        return;
      }
      case 'branch-status': {
        lane.endedAt = null;
        if (lane.wait) this.#end(lane, lane.wait, 'ok', moment);
        const kind = waitOf(event);
        if (kind === null) return;
        lane.wait = this.#begin(lane, kind, `#${event.seq}`, index, moment);
        lane.wait.label = event.reason ?? '';
        return;
      }
      case 'branch-ended': {
        for (const block of [...lane.open]) this.#end(lane, block, 'interrupted', moment);
        lane.endedAt = moment;
        if (event.status === 'failed') mark('failure', event.reason ?? 'The branch failed');
        else mark('end', event.status);
        return;
      }
      case 'compaction':
        mark('compaction', event.kind);
        return;
      case 'report-delivered':
        for (const from of event.from) {
          const fromAt = this.#lanes.get(from)?.endedAt ?? moment;
          this.#links.push({ kind: 'report', from, to: event.branch, fromAt, toAt: moment, index });
        }
        return;
      default:
    }
  }

  #begin(lane: OpenLane, kind: BlockKind, id: string, fromIndex: number, from: number): Block {
    const { branch } = lane;
    const block: Block = {
      kind,
      branch,
      id,
      label: '',
      from,
      to: Number.POSITIVE_INFINITY,
      fromIndex,
      end: 'open',
      firstByte: null,
      usage: null,
      cost: null,
      place: null,
      placeIndex: fromIndex,
    };
    (kind === 'request' || kind === 'tool' || kind === 'edit' ? lane.work : lane.waits).push(block);
    lane.open.add(block);
    this.#blocks.set(id, block);
    return block;
  }

  #end(lane: OpenLane, block: Block, end: BlockEnd, moment: number): void {
    block.to = moment;
    block.end = end;
    lane.open.delete(block);
    this.#blocks.delete(block.id);
    if (lane.wait === block) lane.wait = null;
  }
}

/** A wait for an answer is a block of its own, from its prompt on; what just runs is none. */
function waitOf(event: Extract<SessionEvent, { type: 'branch-status' }>): BlockKind | null {
  if (event.status === 'held') return 'hold';
  if (event.status === 'paused') return 'paused';
  if (event.status !== 'waiting') return null;
  return event.waitingFor === 'children' || event.waitingFor === 'retry' ? event.waitingFor : null;
}
