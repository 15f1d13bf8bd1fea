import { expect, it } from 'vitest';
import { linkToMessage, parseMessageLink } from './message-link.ts';

it('leads back to the same place, whatever the ids hold', () => {
  const place = { sessionId: '2026-01-01-ab/c', branch: 'fork-1', messageId: 'message-0f 1' };
  expect(linkToMessage(place)).toBe('forkscope://2026-01-01-ab%2Fc/fork-1/message-0f%201');
  expect(parseMessageLink(linkToMessage(place))).toEqual(place);
});

it('takes nothing else for a link', () => {
  for (const text of ['https://a/b/c', 'forkscope://a/b', 'forkscope://a/b/c/d', 'forkscope://%E0%A4%A/b/c', '']) {
    expect(parseMessageLink(text)).toBeNull();
  }
});
