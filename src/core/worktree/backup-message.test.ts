import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatBackupMessage, parseBackupMessage } from './backup-message.ts';

const text = fc.string({ unit: 'binary', minLength: 1 });

it('carries any name and path through a commit message', () => {
  const note = fc.record({
    name: text,
    baseCommit: text,
    head: text,
    gitBranch: fc.option(text),
    indexCommit: fc.option(text),
    root: text,
  });
  const noteOfIgnored = fc.record({ ignoredCommit: text });
  fc.assert(
    fc.property(note, noteOfIgnored, (plain, ignored) => {
      const original = { ...plain, ...ignored };
      expect(parseBackupMessage(formatBackupMessage(plain))).toEqual(plain);
      expect(parseBackupMessage(formatBackupMessage(original))).toEqual(original);
    }),
  );
});

it('takes no other commit for a backup', () => {
  expect(parseBackupMessage('Fix the parser\n\nForkscope-Name: "a"\n')).toBeNull();
  expect(parseBackupMessage('')).toBeNull();
});
