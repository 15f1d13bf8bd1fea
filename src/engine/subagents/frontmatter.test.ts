import { describe, expect, it } from 'vitest';
import { readFrontmatter } from './frontmatter.ts';

function values(source: string): Record<string, unknown> {
  const read = readFrontmatter(source);
  if (!read.ok) throw new Error(`line ${read.line}: ${read.reason}`);
  return Object.fromEntries([...read.value.fields.values()].map(({ key, value }) => [key, value]));
}

describe('readFrontmatter', () => {
  it('takes a byte order mark and Windows line ends', () => {
    const read = readFrontmatter('\ufeff---\r\nname: a\r\ntools:\r\n  - x\r\n  - y\r\n---\r\nBody\r\nmore\r\n');
    if (!read.ok) throw new Error(read.reason);
    expect(read.value.body).toBe('Body\nmore\n');
    expect(read.value.bodyLine).toBe(7);
    expect(read.value.fields.get('name')).toEqual({ key: 'name', value: 'a', line: 2, entryLines: [] });
    expect(read.value.fields.get('tools')).toEqual({ key: 'tools', value: ['x', 'y'], line: 3, entryLines: [4, 5] });
  });

  it('leaves lines of --- in the body alone', () => {
    const read = readFrontmatter('---\nname: a\n---\none\n---\ntwo');
    expect(read.ok && read.value.body).toBe('one\n---\ntwo');
  });

  it('takes headers as people write them for other programs', () => {
    const text =
      '---\nname: reviewer\ndescription: Use this when: code changed. Examples: <example>user: "hi"</example>\\nend\ntools: Read, Grep\n---\nx';
    expect(values(text)).toEqual({
      name: 'reviewer',
      description: 'Use this when: code changed. Examples: <example>user: "hi"</example>\\nend',
      tools: 'Read, Grep',
    });
  });

  it('takes them over several lines too, and still names the right line', () => {
    const text =
      '---\nname: reviewer\ndescription: Use it when asked.\n  Context: a change\n  user: "hi"\n\ntools:\n  - Read\n---\nx';
    expect(values(text)).toEqual({
      name: 'reviewer',
      description: 'Use it when asked.\nContext: a change\nuser: "hi"\n',
      tools: ['Read'],
    });
    const read = readFrontmatter(text);
    expect(read.ok && read.value.fields.get('tools')).toMatchObject({ line: 7, entryLines: [8] });
  });

  it.each([
    ['no header', 'name: a\n', 1, 'does not begin with'],
    ['an empty file', '', 1, 'does not begin with'],
    ['no end', '---\nname: a\nbody', 3, 'does not end'],
    ['no YAML', '---\nname: a\ntools: [x\n---\nb', 3, 'no YAML'],
    ['the same field twice', '---\nname: a\ncolor: red\nname: b\n---\nb', 4, 'no YAML'],
    ['a list in place of fields', '---\n- a\n---\nb', 2, 'no fields'],
  ])('%s: names the line and the reason', (_, text, line, words) => {
    const read = readFrontmatter(text);
    expect(read).toMatchObject({ ok: false, line });
    expect(!read.ok && read.reason).toContain(words);
  });

  it('does not let a small header grow without end', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b]'];
    expect(readFrontmatter(`---\n${bomb.join('\n')}\n---\nx`)).toMatchObject({ ok: false });
  });
});
