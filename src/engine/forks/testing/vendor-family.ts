import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../agent/session.ts';
import {
  type RecordedRequest,
  type RecordingProxy,
  startRecordingProxy,
} from '../../providers/testing/recording-proxy.ts';
import type { Script } from '../../providers/testing/vendor-answers.ts';
import type { Vendor } from '../../providers/testing/vendors.ts';
import { resumeBareSession, startBareSession } from './bare-session.ts';

/** Opens the text of each fork's own directive, behind "Directive: ". */
export const PART = 'Part number ';

export interface FamilyOptions {
  /** An empty folder for the data and the workspace. */
  readonly folder: string;
  readonly siblings: number;
  /** Requests of each fork. */
  readonly steps: number;
}

/** One request on the wire, as a cache reads it: tools, system, messages, each on a line, without cache markers. */
export interface SentRequest {
  readonly sender: string;
  readonly text: string;
}

/** A session whose root starts forks that work some steps each, on a fake of one vendor's service, through its SDK. */
export interface VendorFamily {
  readonly session: Session;
  readonly proxy: RecordingProxy;
  sent(): SentRequest[];
  /** Ends this session and opens it again from its log alone. */
  restart(): Promise<VendorFamily>;
  close(): Promise<void>;
}

export async function startVendorFamily(vendor: Vendor, options: FamilyOptions): Promise<VendorFamily> {
  const counts = new Map<string, number>();
  const proxy = await startRecordingProxy({
    answer: (response, recorded) => {
      const sender = senderOf(recorded);
      const step = (counts.get(sender) ?? 0) + 1;
      counts.set(sender, step);
      vendor.answer(response, scriptFor(sender, step, options));
    },
  });
  const workspace = join(options.folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'notes.txt'), 'one "two"\nthree: ü, \u2028, 😀\n');
  const bare = {
    folder: options.folder,
    workspace,
    model: vendor.model,
    maxForks: options.siblings,
    adapter: () => vendor.adapter(proxy.url),
  };
  const familyOn = (current: Session): VendorFamily => ({
    session: current,
    proxy,
    sent: () => proxy.requests.map((recorded) => ({ sender: senderOf(recorded), text: canonical(vendor, recorded) })),
    restart: async () => {
      await current.close();
      return familyOn(await resumeBareSession(bare));
    },
    close: async () => {
      await current.close();
      await proxy.close();
    },
  });
  return familyOn(startBareSession(bare));
}

/** The root, or the number of the fork whose own directive stands in the body. */
function senderOf({ body }: RecordedRequest): string {
  return new RegExp(`Directive: ${PART}(\\d+)`).exec(body.toString('utf8'))?.[1] ?? 'root';
}

function scriptFor(sender: string, step: number, { siblings, steps }: FamilyOptions): Script {
  const name = `${sender}_${step}`;
  const thought = `Thought of ${name} — 😀 "x"`;
  const read = { id: `toolu_${name}`, name: 'read_file', args: '{"path": "notes.txt"}' };
  if (sender !== 'root') {
    return step % steps === 0
      ? { thought, text: `Scope: part ${sender}. Result: done.` }
      : { thought, text: `Step ${step}`, calls: [read] };
  }
  if (step === 1) return { thought, text: 'I look first.\n\u2028', calls: [read] };
  if (step > 2) return { thought, text: 'All forks run, or have reported.' };
  const calls = Array.from({ length: siblings }, (_, index) => ({
    id: `toolu_agent_${index + 1}`,
    name: 'agent',
    args: JSON.stringify({ description: `part ${index + 1}`, prompt: `${PART}${index + 1} of the work.` }),
  }));
  return { thought, text: 'I fork.', calls };
}

function canonical({ marker, pieces }: Vendor, { body }: RecordedRequest): string {
  const raw = body.toString('utf8');
  const bare = marker === null ? raw : raw.replaceAll(marker, '');
  return pieces(JSON.parse(bare))
    .map((piece) => JSON.stringify(piece))
    .join('\n');
}
