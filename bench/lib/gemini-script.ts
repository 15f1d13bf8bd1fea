/** What the scripted model says to one request. */
export interface Say {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
}

let serial = 0;

/** A whole answer as Gemini streams it: one event, then the end. */
export function geminiEvents({ text, calls = [] }: Say): string {
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, args }, index) => ({
      functionCall: { id: `c${++serial}`, name, args },
      ...(index === 0 ? { thoughtSignature: 'c2lnbmVk' } : {}),
    })),
  ];
  const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0 };
  return `data: ${JSON.stringify({ candidates: [candidate] })}\r\n\r\n`;
}

/** One event of a text that goes on. */
export function geminiPiece(text: string): string {
  return `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })}\r\n\r\n`;
}

export function reads(count: number, from = 0): NonNullable<Say['calls']> {
  return Array.from({ length: count }, (_, index) => ({ name: 'read_file', args: { path: `f${from + index}.txt` } }));
}

export function forks(count: number): NonNullable<Say['calls']> {
  return Array.from({ length: count }, (_, index) => ({
    name: 'agent',
    args: { description: `p${index + 1}`, prompt: `Part ${index + 1}.` },
  }));
}
