import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentFields } from '../../shared/agent-calls.ts';
import { fieldsOfText, HEADER_FIELDS } from './agent-fields.ts';
import { parseAgentFile } from './agent-file.ts';
import { writeFields } from './write-fields.ts';

const EMPTY = Object.fromEntries([...HEADER_FIELDS, 'body'].map((name) => [name, ''])) as AgentFields;

function change(base: string | null, part: Partial<AgentFields>): string {
  const fields = base === null ? EMPTY : fieldsOfText(base);
  if (!fields) throw new Error('no fields');
  const written = writeFields(base, { ...fields, ...part });
  return written.ok ? written.text : 'not ok';
}

const FILE = `---
# Who it is
name: tester   # kept in German: Prüfer
description: Use when: a test fails, "flaky" or not

# Only what it needs
tools:
  - Read # to look
  - Bash
mcpServers: [github]   # of another program
color: red
---

You test.

--- not the end ---
`;

describe('writeFields', () => {
  it('writes a new file that the loader takes', () => {
    const text = change(null, {
      name: 'docs',
      description: 'Writes: docs',
      maxTurns: '7',
      background: 'true',
      body: 'Hi.',
    });
    expect(text).toBe('---\nname: docs\ndescription: "Writes: docs"\nmaxTurns: 7\nbackground: true\n---\n\nHi.\n');
    expect(parseAgentFile(text, '/a.md', 'workspace')).toMatchObject({
      agent: { name: 'docs', description: 'Writes: docs', maxTurns: 7, background: true, body: 'Hi.' },
      problems: [],
    });
  });

  it('leaves a file in which nothing changed as it is, byte for byte', () => {
    for (const text of [FILE, FILE.replaceAll('\n', '\r\n'), `\ufeff${FILE}`, FILE.trimEnd()])
      expect(change(text, {})).toBe(text);
  });

  it('changes one field and nothing else: unknown fields, comments, quirks and line ends stay', () => {
    expect(change(FILE, { color: 'blue' })).toBe(FILE.replace('color: red', 'color: blue'));
    expect(change(FILE, { name: 'tester-2' })).toBe(FILE.replace('name: tester   #', 'name: tester-2 #'));
    expect(change(FILE, { description: 'New' })).toBe(FILE.replace(/description: .*/, 'description: New'));
    expect(change(FILE, { color: '' })).toBe(FILE.replace('color: red\n', ''));
    const windows = FILE.replaceAll('\n', '\r\n');
    expect(change(windows, { color: 'blue' })).toBe(windows.replace('color: red', 'color: blue'));
  });

  it('keeps a list a list, and the comments of entries that stay', () => {
    expect(change(FILE, { tools: 'Read, Grep' })).toBe(FILE.replace('  - Bash', '  - Grep'));
    expect(change('---\nname: a\ntools: [x, y]\n---\nB', { tools: 'y, z' })).toBe(
      '---\nname: a\ntools: [ y, z ]\n---\nB',
    );
  });

  it('adds new fields below the others, in their order, and the body below', () => {
    const text = change(FILE, { effort: 'high', model: 'm', body: 'Other.' });
    expect(text).toBe(`${FILE.slice(0, FILE.indexOf('---\n\nYou'))}model: m\neffort: high\n---\n\nOther.\n`);
  });

  it("keeps other programs' names of fields", () => {
    const base = '---\nname: a\ndescription: d\nmodelId: one\nmaxIterations: 3\n---\nB\n';
    expect(change(base, { model: 'two', maxTurns: '4' })).toBe(base.replace('one', 'two').replace('3', '4'));
  });

  it('does not touch a header whose fields share a line, nor one that is none', () => {
    expect(change('---\n{name: a, description: d}\n---\nB', { color: 'red' })).toBe('not ok');
    expect(writeFields('no header', EMPTY).ok).toBe(false);
  });

  it('whatever is typed is what the loader reads', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.trim());
    const words = fc.constantFrom(
      'a: b',
      '# no',
      '- x',
      '"q',
      "it's",
      'true',
      '12',
      '{x',
      '&a',
      'two\nlines',
      '|',
      '>',
      '---',
      '@x',
      '%',
    );
    const base = fc.constantFrom(null, FILE);
    fc.assert(
      fc.property(base, fc.oneof(typed, words), fc.oneof(typed, words), (file, description, model) => {
        fc.pre(!/[\r\u2028\u2029\u0085\ufeff]/.test(description + model) && description !== '');
        const text = change(file, { name: 'a', description, model, body: 'Body.' });
        const read = fieldsOfText(text);
        expect({ text, ...read }).toMatchObject({ description, model, body: 'Body.' });
        if (file !== null) expect(text).toContain('mcpServers: [github]   # of another program');
      }),
      { numRuns: 150 },
    );
  });
});
