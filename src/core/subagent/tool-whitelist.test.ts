import { describe, expect, it } from 'vitest';
import { canEdit, chooseTools, SUBAGENT_DEFAULT_ALLOWED_TOOLS } from './tool-whitelist.ts';

const RESEARCH = [
  'bash',
  'list_code_definitions',
  'list_files',
  'read_file',
  'search',
  'use_skill',
  'attempt_completion',
];

describe('tool whitelist', () => {
  it('is read-only by default: the seven tools, and none that edits', () => {
    expect([...SUBAGENT_DEFAULT_ALLOWED_TOOLS].sort()).toEqual([...RESEARCH].sort());
    expect(chooseTools([], []).allowed).toEqual(RESEARCH);
    expect(canEdit(chooseTools([], []).allowed)).toBe(false);
  });

  it('always adds attempt_completion, also when it was denied', () => {
    expect(chooseTools(['read_file'], []).allowed).toEqual(['read_file', 'attempt_completion']);
    expect(chooseTools(['read_file'], ['attempt_completion']).allowed).toContain('attempt_completion');
  });

  it('applies disallowedTools first: no order and no other name of it brings a tool back', () => {
    expect(chooseTools(['Bash', 'bash', 'read_file'], ['execute_command']).allowed).toEqual([
      'read_file',
      'attempt_completion',
    ]);
    expect(chooseTools(['*'], ['Write', 'Edit']).allowed).toEqual(RESEARCH);
    expect(chooseTools([], ['bash']).allowed).not.toContain('bash');
  });

  it('defect 12: refuses a name that nobody knows, in both lists, and says which', () => {
    const { faults } = chooseTools(['read_file', 'read_flie'], ['bsah']);
    expect(faults.map(({ list, at, severity }) => [list, at, severity])).toEqual([
      ['disallowedTools', 0, 'error'],
      ['tools', 1, 'error'],
    ]);
    expect(faults[1]?.reason).toContain('no tool `read_flie`');
    expect(chooseTools(['constructor', '__proto__'], []).faults.map(({ severity }) => severity)).toEqual([
      'error',
      'error',
    ]);
  });

  it('defect 12: leaves out what would bypass permissions (MCP, web, branches) with a warning', () => {
    const { allowed, faults } = chooseTools(
      ['Read', 'mcp__db__query', 'WebFetch', 'use_subagents', 'use_mcp_tool', 'Task', 'agent'],
      [],
    );
    expect(allowed).toEqual(['read_file', 'attempt_completion']);
    expect(faults.map(({ at, severity }) => [at, severity])).toEqual([1, 2, 3, 4, 5, 6].map((at) => [at, 'warning']));
  });

  it('translates the names of other programs, never to a tool that can do more', () => {
    expect(chooseTools(['Read', 'Grep', 'Glob', 'LS'], []).allowed).toEqual([
      'list_files',
      'read_file',
      'search',
      'attempt_completion',
    ]);
    expect(
      chooseTools(['read_file', 'list_files', 'search_files', 'list_code_definition_names'], []).allowed,
    ).not.toContain('bash');
    expect(chooseTools(['run_shell_command', 'replace', 'write_to_file'], []).allowed).toEqual([
      'bash',
      'edit_file',
      'write_file',
      'attempt_completion',
    ]);
  });

  it("loads the usual lists of other programs' agents, and warns of what is missing", () => {
    const names =
      'Glob, Grep, LS, Read, Edit, MultiEdit, Write, NotebookEdit, WebFetch, TodoWrite, WebSearch, BashOutput, KillBash, Bash, mcp__ide__getDiagnostics';
    const { allowed, faults } = chooseTools(names.split(','), []);
    expect(allowed).toEqual([
      'bash',
      'edit_file',
      'list_files',
      'read_file',
      'search',
      'write_file',
      'attempt_completion',
    ]);
    expect(faults.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(faults).toHaveLength(7);
  });

  it('does not take a restricted tool for the whole one', () => {
    const { allowed, faults } = chooseTools(['Read', 'Bash(git log:*)'], []);
    expect(allowed).toEqual(['read_file', 'attempt_completion']);
    expect(faults).toMatchObject([{ at: 1, severity: 'warning' }]);
    expect(chooseTools([], ['Bash(rm:*)']).allowed).not.toContain('bash');
  });

  it('refuses an agent of which no tool is left', () => {
    expect(chooseTools(['WebFetch'], []).faults.at(-1)).toMatchObject({ severity: 'error' });
    expect(chooseTools(['bash'], ['bash']).faults.at(-1)?.reason).toContain('None of its tools is left');
  });
});
