import { buildNotification, type ForkReport } from '../../core/fork/notification.ts';
import type { Part } from '../../core/session/message.ts';

/** What waits for a branch: a person's message, or the report of a child. */
export type Inbound =
  | { readonly kind: 'person'; readonly parts: readonly Part[] }
  | { readonly kind: 'report'; readonly branch: string };

export interface Delivery {
  readonly parts: readonly Part[];
  readonly author: 'person' | 'notification';
  /** Branches whose reports are in it. */
  readonly from: readonly string[];
}

/**
 * Makes one message of everything that waits: reports together in one notification, then what the person wrote, in the
 * order it came.
 */
export function deliveryOf(
  inbound: readonly Inbound[],
  reportOf: (branch: string) => ForkReport,
  remaining: number,
): Delivery | null {
  if (inbound.length === 0) return null;
  const from = [...new Set(inbound.flatMap((item) => (item.kind === 'report' ? [item.branch] : [])))];
  const written = inbound.flatMap((item) => (item.kind === 'person' ? item.parts : []));
  const parts: Part[] = [];
  if (from.length > 0) parts.push({ kind: 'text', text: buildNotification(from.map(reportOf), remaining) });
  parts.push(...written);
  return { parts, author: written.length > 0 ? 'person' : 'notification', from };
}

/** Keeps what waits for one branch until its next message. */
export class Inbox {
  readonly #items: Inbound[] = [];
  readonly #reportOf: (branch: string) => ForkReport;
  readonly #remaining: () => number;

  /** `remaining` counts the children that are still out. */
  constructor(reportOf: (branch: string) => ForkReport, remaining: () => number) {
    this.#reportOf = reportOf;
    this.#remaining = remaining;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  get holdsPersonsWord(): boolean {
    return this.#items.some(({ kind }) => kind === 'person');
  }

  add(item: Inbound): void {
    this.#items.push(item);
  }

  /** Takes everything out as one message; null when nothing waits. */
  take(): Delivery | null {
    return deliveryOf(this.#items.splice(0), this.#reportOf, this.#remaining());
  }
}
