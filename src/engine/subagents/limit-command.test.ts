import { expect, it } from 'vitest';
import { bashTool } from '../tools/bash.ts';
import { readFileTool } from '../tools/read-file.ts';
import { call, makeWorkspace } from '../tools/testing/workspace.ts';
import type { Tool } from '../tools/tool.ts';
import { limitCommand } from './limit-command.ts';

const bash = bashTool() as Tool;

it('ends a command at the limit of the subagent, whatever the call asks for, with all that it had started', async () => {
  const { context } = makeWorkspace();
  const limited = limitCommand(bash, { commandMs: 300 });
  for (const args of [{ command: 'sleep 60 & sleep 60' }, { command: 'sleep 60', timeout_ms: 50_000 }]) {
    const startedAt = Date.now();
    const { text, isError } = await call(limited, args, context);
    expect(isError).toBe(true);
    expect(text).toContain('stopped at the time limit of 300 ms');
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  }
});

it('keeps a shorter limit of the call, the declaration and the risk, and leaves other tools alone', async () => {
  const { context } = makeWorkspace();
  const limited = limitCommand(bash, { commandMs: 60_000 });
  expect((await call(limited, { command: 'sleep 60', timeout_ms: 200 }, context)).text).toContain('200 ms');
  expect([limited.declaration, limited.risk]).toEqual([bash.declaration, 'execute']);
  expect(limitCommand(readFileTool as Tool, { commandMs: 1 })).toBe(readFileTool);
  expect(limitCommand(bash, { commandMs: 600_000 })).toBe(bash);
});
