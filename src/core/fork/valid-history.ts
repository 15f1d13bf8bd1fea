import { type CallPart, callsOf, type Message, type Part, type ResultPart } from '../session/message.ts';

export const UNKNOWN_RESULT = 'The transcript does not hold the result of this call.';

/** Opens a conversation whose transcript begins in the middle, with an answer. */
export const BEGINS_IN_THE_MIDDLE = '[The transcript begins here.]';

/**
 * A conversation that every provider takes, made from one that another tool wrote down: it begins with a user message,
 * roles alternate, each call is answered once, in the next message, and no result stands without its call. What is
 * missing is filled in, what does not fit is kept as text, neighbours of one role become one message (with the id of the
 * last). Open calls of the last message stay open, since a fork answers them. The same history gives the same messages,
 * and those that fit are the very same objects.
 */
export function validHistory(history: readonly Message[]): readonly Message[] {
  const valid: Message[] = [];
  for (const message of runsOf(history)) {
    const last = valid.at(-1);
    if (message.role === 'model') {
      if (!last) valid.push(START);
      valid.push(message);
    } else {
      valid.push(remembered(message, last, () => fitted(message, last ? callsOf(last) : [])));
    }
  }
  return valid;
}

/** Neighbours of one role as one message: some tools write each call, and each result, as a message of its own. */
function runsOf(history: readonly Message[]): Message[] {
  const runs: Message[] = [];
  for (const message of history) {
    const last = runs.at(-1);
    if (last?.role === message.role) runs[runs.length - 1] = remembered(message, last, () => joined(last, message));
    else runs.push(message);
  }
  return runs;
}

const START: Message = {
  id: 'transcript-start',
  role: 'user',
  parts: [{ kind: 'text', text: BEGINS_IN_THE_MIDDLE }],
};

/** What was made of a message beside this neighbour, so that it stays one object and is rendered once. */
const MADE = new WeakMap<Message, { readonly beside: Message | undefined; readonly message: Message }>();

function remembered(message: Message, beside: Message | undefined, make: () => Message): Message {
  const known = MADE.get(message);
  if (known && known.beside === beside) return known.message;
  const made = make();
  MADE.set(message, { beside, message: made });
  return made;
}

function joined(first: Message, { id, role, parts }: Message): Message {
  return { id, role, parts: [...first.parts, ...parts] };
}

function fitted(message: Message, open: readonly CallPart[]): Message {
  const results = message.parts.filter((part): part is ResultPart => part.kind === 'result');
  if (results.length === 0 && open.length === 0) return message;
  const answers = open.map((call) => results.find(({ callId }) => callId === call.callId));
  const inOrder = open.map((call, at) => answerOf(call, answers[at]));
  const others = message.parts.flatMap((part): Part[] => {
    if (part.kind !== 'result') return [part];
    if (answers.includes(part)) return [];
    return [{ kind: 'text', text: `Result of a call of ${part.name} that is not here:\n${part.text}` }];
  });
  const parts = [...inOrder, ...others];
  const isSame = parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
  return isSame ? message : { ...message, parts };
}

/** Some transcripts name the tool beside its call only. */
function answerOf({ callId, wireId, name }: CallPart, result: ResultPart | undefined): ResultPart {
  if (result && result.name === name && result.wireId === wireId) return result;
  const { text, isError } = result ?? { text: UNKNOWN_RESULT, isError: true };
  return { kind: 'result', callId, ...(wireId === undefined ? {} : { wireId }), name, text, isError };
}
