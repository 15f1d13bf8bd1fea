import { PART, type SentRequest } from './vendor-family.ts';

/** How many bytes could have been shared in front of the directives, and how many were not. */
export interface PrefixLoss {
  /** Requests that have an earlier one to share with. */
  readonly requests: number;
  readonly bytes: number;
  readonly lost: number;
}

/**
 * The limit that a prefix can reach: a fork's first request could share all of its parent's last one, and with its
 * siblings everything in front of its own directive; any later request of a branch all of the one before.
 */
export function prefixLoss(sent: readonly SentRequest[]): { readonly first: PrefixLoss; readonly later: PrefixLoss } {
  const bySender = new Map<string, SentRequest[]>();
  for (const request of sent) bySender.set(request.sender, [...(bySender.get(request.sender) ?? []), request]);
  const forks = [...bySender].flatMap(([sender, requests]) => (sender === 'root' ? [] : [requests]));
  // The parent's last request before its forks: its second one, as the script has it.
  const parent = bySender.get('root')?.[1]?.text ?? '';
  const firsts = forks.flatMap((requests) => requests[0]?.text ?? []);
  const first = firsts.map((own, index) => {
    const limit = byteLength(own.slice(0, own.indexOf(`Directive: ${PART}`) + `Directive: ${PART}`.length));
    const sibling = firsts[index === 0 ? 1 : 0];
    const shared = Math.max(sharedBytes(own, parent), sibling === undefined ? 0 : sharedBytes(own, sibling));
    const lostOfParent = byteLength(parent) - sharedBytes(own, parent);
    return { bytes: limit, lost: Math.max(lostOfParent, sibling === undefined ? 0 : limit - shared, 0) };
  });
  const later = [...bySender.values()].flatMap((requests) =>
    requests.slice(1).map(({ text }, index) => {
      const before = requests[index]?.text ?? '';
      return { bytes: byteLength(before), lost: byteLength(before) - sharedBytes(text, before) };
    }),
  );
  return { first: sum(first), later: sum(later) };
}

function sum(parts: readonly { readonly bytes: number; readonly lost: number }[]): PrefixLoss {
  return parts.reduce<PrefixLoss>(
    (total, { bytes, lost }) => ({ requests: total.requests + 1, bytes: total.bytes + bytes, lost: total.lost + lost }),
    { requests: 0, bytes: 0, lost: 0 },
  );
}

function sharedBytes(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let at = 0;
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return byteLength(a.slice(0, at));
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
