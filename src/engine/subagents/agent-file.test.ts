import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAgentFile } from './agent-file.ts';

const parse = (text: string) => parseAgentFile(text, '/w/.claude/agents/a.md', 'workspace');
const header = (...lines: string[]) =>
  `---\nname: a\ndescription: d\n${lines.map((l) => `${l}\n`).join('')}---\nBody.\n`;
const errors = (text: string) => parse(text).problems.map(({ line, severity, reason }) => ({ line, severity, reason }));

describe('parseAgentFile', () => {
  it('reads every field', () => {
    const { agent, problems } = parse(
      header(
        'tools: [read_file, edit_file]',
        'disallowedTools: bash',
        'model: demo-2',
        'provider: gemini',
        'permissionMode: acceptEdits',
        'maxTurns: 12',
        'skills: pdf, release notes',
        'isolation: worktree',
        'background: true',
        'effort: max',
        'color: cyan',
      ),
    );
    expect(problems).toEqual([]);
    expect(agent).toEqual({
      name: 'a',
      description: 'd',
      body: 'Body.',
      tools: ['edit_file', 'read_file', 'attempt_completion'],
      role: 'work',
      model: 'demo-2',
      provider: 'gemini',
      permissionMode: 'acceptEdits',
      maxTurns: 12,
      skills: ['pdf', 'release notes'],
      isolation: 'worktree',
      background: true,
      effort: 'high',
      color: 'cyan',
      source: 'workspace',
      path: '/w/.claude/agents/a.md',
    });
  });

  it("without further fields it is read-only and has its parent's parameters", () => {
    expect(parse(header()).agent).toMatchObject({
      role: 'research',
      model: null,
      provider: null,
      permissionMode: 'default',
      maxTurns: null,
      skills: null,
      isolation: null,
      background: false,
      effort: null,
    });
    expect(parse(header('model: inherit')).agent?.model).toBeNull();
  });

  it('in the mode plan has no tool that edits, whatever it names', () => {
    expect(parse(header('tools: read_file, write_file', 'permissionMode: plan')).agent).toMatchObject({
      tools: ['read_file', 'attempt_completion'],
      role: 'research',
    });
  });

  it('takes the field names of Cline', () => {
    const text = header('modelId: m', 'providerId: anthropic', 'maxIterations: 4');
    expect(parse(text).agent).toMatchObject({ model: 'm', provider: 'anthropic', maxTurns: 4 });
  });

  it('defect 12: an unknown tool rejects the file, with the line of its entry', () => {
    const text = '---\nname: a\ndescription: d\ntools:\n  - read_file\n  - read_flie\n---\nB\n';
    expect(parse(text).agent).toBeNull();
    expect(errors(text)).toEqual([
      { line: 6, severity: 'error', reason: expect.stringContaining('There is no tool `read_flie`') },
    ]);
    expect(errors(header('tools: read_file, nope'))).toMatchObject([{ line: 4 }]);
  });

  it('keeps commas in parentheses together', () => {
    expect(errors(header('tools: Read, Bash(git log:*, git diff:*)'))).toMatchObject([
      { line: 4, severity: 'warning', reason: expect.stringContaining('`Bash(git log:*, git diff:*)`') },
    ]);
  });

  it.each([
    ['no name', '---\ndescription: d\n---\nB', 1, '`name` is missing'],
    ['no description', '---\nname: a\n---\nB', 1, '`description` is missing'],
    ['an empty name', '---\nname: ""\ndescription: d\n---\nB', 2, '`name` is missing'],
    ['a list for a name', '---\nname: [a]\ndescription: d\n---\nB', 2, 'must be text'],
    ['the name of forks', '---\ndescription: d\nname: Fork\n---\nB', 3, 'is the name of forks'],
    ['no body', '---\nname: a\ndescription: d\n---\n\n', 5, 'no instructions below the header'],
    ['a wrong word', header('isolation: docker'), 4, 'cannot be "docker"'],
    ['a wrong number', header('color: red', 'maxTurns: 0'), 5, 'whole number'],
    ['a wrong truth', header('background: maybe'), 4, 'true or false'],
    ['a wrong list', header('tools: {a: 1}'), 4, 'must be a list'],
    ['an unknown provider', header('provider: openrouter'), 4, 'cannot be "openrouter"'],
  ])('%s is an error with its line', (_, text, line, words) => {
    expect(parse(text).agent).toBeNull();
    expect(errors(text)).toEqual([{ line, severity: 'error', reason: expect.stringContaining(words) }]);
  });

  it('takes a field without a value for none', () => {
    const { agent, problems } = parse(header('tools:', 'model:', 'maxTurns:', 'background:', 'color: ""'));
    expect(problems).toEqual([]);
    expect(agent).toMatchObject({ tools: parse(header()).agent?.tools, model: null, maxTurns: null, color: null });
  });

  it('never throws, whatever the file holds, and has an agent or says why not, on a line of the file', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '---\n',
        'name: ',
        'tools:\n',
        '  - ',
        'description: |\n',
        '\n',
        ': ',
        '&a ',
        '*a',
        '"',
        '\t',
        '[',
        '{',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = `---\n${pieces.join('')}\n---\nB`;
        const { agent, problems } = parse(text);
        const failed = problems.filter(({ severity }) => severity === 'error');
        const last = text.split(/\r\n?|\n/).length;
        return (agent === null) === failed.length > 0 && problems.every(({ line }) => line >= 1 && line <= last);
      }),
      { numRuns: 500 },
    );
  });

  it('warns of what has no effect, and loads', () => {
    const { agent, problems } = parse(header('mcpServers: [x]', 'colour: red', 'model: sonnet[1m]'));
    expect(agent?.model).toBeNull();
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
      [4, 'warning'],
      [5, 'warning'],
      [6, 'warning'],
    ]);
  });
});
