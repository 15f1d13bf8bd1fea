import { utf8Length } from '../prefix/build-request.ts';
import type { Message, Part } from '../session/message.ts';

/** UTF-8 bytes of what a message says, the provider's own framing left out. Close enough to weigh parts of a request. */
export function messageBytes({ parts }: Message): number {
  return parts.reduce((total, part) => total + partBytes(part), 0);
}

export function totalBytes(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + messageBytes(message), 0);
}

function partBytes(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'result':
      return utf8Length(part.text);
    case 'call':
      return utf8Length(JSON.stringify(part.args) ?? '');
    case 'image':
      return part.data.length;
    case 'opaque':
      return utf8Length(JSON.stringify(part.wire.value) ?? '');
  }
}
