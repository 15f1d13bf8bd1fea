import { type CallPart, callsOf, type Message, type Part, type ResultPart } from '../session/message.ts';

export const UNKNOWN_RESULT = 'The transcript does not hold the result of this call.';

/**
 * A conversation that every provider takes, made from one that another tool wrote down: each call is answered once, in
 * the next message, and no result stands without its call. What is missing is filled in, what does not fit is kept as
 * text. Open calls of the last message stay open, since a fork answers them. The same history gives the same messages,
 * and those that fit are the very same objects.
 */
export function validHistory(history: readonly Message[]): readonly Message[] {
  const valid: Message[] = [];
  let open: readonly CallPart[] = [];
  for (const message of history) {
    if (open.length > 0 && message.role === 'model') valid.push(answersOf(open, valid.at(-1)?.id ?? ''));
    const known = REPAIRED.get(message);
    const fits = known?.open === keyOf(open) ? known.message : fitted(message, message.role === 'user' ? open : []);
    REPAIRED.set(message, { open: keyOf(open), message: fits });
    valid.push(fits);
    open = fits.role === 'model' ? callsOf(fits) : [];
  }
  return valid;
}

/** Repaired messages by what stood in front of them, so that they are rendered once. */
const REPAIRED = new WeakMap<Message, { readonly open: string; readonly message: Message }>();

function keyOf(open: readonly { readonly callId: string }[]): string {
  return open.map(({ callId }) => callId).join('\n');
}

function answersOf(open: readonly CallPart[], after: string): Message {
  return { id: `${after}-results`, role: 'user', parts: open.map(unknownResult) };
}

function fitted(message: Message, open: readonly CallPart[]): Message {
  const results = message.parts.filter((part): part is ResultPart => part.kind === 'result');
  if (results.length === 0 && open.length === 0) return message;
  const inOrder = open.map((call) => results.find(({ callId }) => callId === call.callId) ?? unknownResult(call));
  const others = message.parts.flatMap((part): Part[] => {
    if (part.kind !== 'result') return [part];
    if (inOrder.includes(part)) return [];
    return [{ kind: 'text', text: `Result of a call of ${part.name} that is not here:\n${part.text}` }];
  });
  const parts = [...inOrder, ...others];
  const isSame = parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
  return isSame ? message : { ...message, parts };
}

function unknownResult({ callId, wireId, name }: CallPart): ResultPart {
  const wire = wireId === undefined ? {} : { wireId };
  return { kind: 'result', callId, ...wire, name, text: UNKNOWN_RESULT, isError: true };
}
