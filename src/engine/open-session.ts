import { randomBytes } from 'node:crypto';
import { RequestBuilder } from '../core/prefix/build-request.ts';
import type { PriceTable } from '../core/session/cost.ts';
import type { SessionState } from '../core/session/state.ts';
import { Connections } from './agent/connections.ts';
import { Journal } from './agent/journal.ts';
import { PermissionQueue } from './agent/permission-queue.ts';
import { DEFAULT_RUN_SETTINGS, type RunSettings } from './agent/run-settings.ts';
import type { SessionContext } from './agent/session-context.ts';
import type { ModelAdapter } from './providers/model-adapter.ts';
import type { Tool } from './tools/tool.ts';
import { BlobStore, sha256 } from './transcripts/blob-store.ts';
import { EventLog } from './transcripts/event-log.ts';
import { type ReadLog, stateOf } from './transcripts/read-log.ts';
import type { SessionFolder } from './transcripts/session-folder.ts';

export interface ContextParts {
  readonly adapter: ModelAdapter;
  readonly tools: readonly Tool[];
  readonly prices: PriceTable;
  readonly clock: () => number;
  /** Plain sentences for the person about what could not be used. */
  readonly problems: readonly string[];
  /** Makes the adapter of another provider or model; without it there are none. */
  readonly connect?: (provider: string, model: string) => Promise<ModelAdapter>;
  /** The model of a provider that is named without one. */
  readonly defaultModel?: (provider: string) => string;
  /** The defaults when left out. */
  readonly settings?: () => RunSettings;
}

/** A short id, unique enough within one session: 8 hexadecimal digits. */
export function randomId(kind: string): string {
  return `${kind}-${randomBytes(4).toString('hex')}`;
}

export function newContext(folder: SessionFolder, parts: ContextParts): SessionContext {
  return contextOn(new Journal(EventLog.create(folder.events, parts.clock)), folder, parts);
}

/** Goes on with a stored session, as its log was read under its lock; that may be torn at the end. `stored`: its fold. */
export function storedContext(
  folder: SessionFolder,
  parts: ContextParts,
  read: ReadLog,
  stored: SessionState = stateOf(read),
): SessionContext {
  const journal = new Journal(EventLog.reopen(folder.events, read, parts.clock), read.events, stored);
  const told = new Set(journal.state.notices.map(({ text }) => text));
  for (const text of damageOf(read)) {
    if (!told.has(text)) journal.append({ type: 'notice', level: 'warning', branch: null, text });
  }
  return contextOn(journal, folder, parts);
}

/** What a person should know about a log that was not read whole: one plain sentence each. */
function damageOf({ problems, torn }: ReadLog): string[] {
  const sentences: string[] = [];
  if (problems.length > 0) {
    const shown = problems.slice(0, 5).map(({ line }) => line);
    const lines = `${shown.join(', ')}${problems.length > shown.length ? ', …' : ''}`;
    sentences.push(
      `${problems.length === 1 ? 'One line' : `${problems.length} lines`} of this session's log could not be read (${lines}): skipped, and kept in the file. Look at them with "forkscope show".`,
    );
  }
  if (torn !== '') {
    sentences.push(
      'The last line of this session was cut off when the app stopped: it was moved to events.jsonl.torn. Send a message to go on.',
    );
  }
  return sentences;
}

function contextOn(journal: Journal, folder: SessionFolder, parts: ContextParts): SessionContext {
  const { adapter, prices, clock, tools, connect = noOthers, settings = () => DEFAULT_RUN_SETTINGS } = parts;
  const makeBuilder = ({ dialect }: ModelAdapter) => new RequestBuilder(dialect, sha256);
  const builder = makeBuilder(adapter);
  return {
    journal,
    blobs: new BlobStore(folder.blobs),
    adapter,
    builder,
    connections: new Connections({ connect, makeBuilder, defaultModel: parts.defaultModel ?? (() => '') }),
    settings,
    tools: new Map(tools.map((tool) => [tool.declaration.name, tool])),
    permissions: new PermissionQueue({
      state: () => journal.state,
      append: (body) => journal.append(body),
      ids: () => randomId('prompt'),
    }),
    prices,
    ids: randomId,
    clock,
    random: Math.random,
  };
}

async function noOthers(provider: string): Promise<never> {
  throw new Error(`This session cannot reach the provider "${provider}". Leave the provider out of the agent's file.`);
}
