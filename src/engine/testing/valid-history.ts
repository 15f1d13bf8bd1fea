import { expect } from 'vitest';
import { callsOf, type Message } from '../../core/session/message.ts';

/** Roles alternate, every call has exactly one result in the next message, and nothing is empty. */
export function expectValid(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    expect(message.role).toBe(index % 2 === 0 ? 'user' : 'model');
    expect(message.parts.length).toBeGreaterThan(0);
    const answered = messages[index + 1]?.parts.flatMap((part) => (part.kind === 'result' ? [part.callId] : [])) ?? [];
    if (message.role === 'model' && messages[index + 1]) {
      expect(answered).toEqual(callsOf(message).map(({ callId }) => callId));
    }
  });
}
