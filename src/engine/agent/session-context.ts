import type { BuiltRequest, RequestBuilder } from '../../core/prefix/build-request.ts';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { PriceTable } from '../../core/session/cost.ts';
import type { Message } from '../../core/session/message.ts';
import type { ModelAdapter } from '../providers/model-adapter.ts';
import type { Tool } from '../tools/tool.ts';
import type { BlobStore } from '../transcripts/blob-store.ts';
import type { Connections } from './connections.ts';
import type { Journal } from './journal.ts';
import type { PermissionQueue } from './permission-queue.ts';
import type { RunSettings } from './run-settings.ts';

/** What all branches of one session share. */
export interface SessionContext {
  readonly journal: Journal;
  readonly blobs: BlobStore;
  readonly adapter: ModelAdapter;
  readonly builder: RequestBuilder;
  /** Of other providers and models than the session's own `adapter`. */
  readonly connections: Connections;
  /** What the person has set, as it is now. */
  readonly settings: () => RunSettings;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly permissions: PermissionQueue;
  readonly prices: PriceTable;
  /** Makes an id that no other thing in this session has, e.g. `m-4f9a1c02`. */
  readonly ids: (kind: string) => string;
  readonly clock: () => number;
  readonly random: () => number;
}

/**
 * The frozen parameters and messages of a branch's last request: what a fork shares. `built` holds the very bytes.
 */
export interface CacheSafeParams {
  readonly snapshot: Snapshot;
  readonly messages: readonly Message[];
  readonly requestId: string;
  readonly built: BuiltRequest;
}
