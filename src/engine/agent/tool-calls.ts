import type { CallPart, ResultPart } from '../../core/session/message.ts';
import { INTERRUPTED_RESULT } from '../../core/session/recover.ts';
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts';
import type { DeltaBuffer } from './delta-buffer.ts';
import type { SessionContext } from './session-context.ts';

export interface ToolRun {
  readonly branch: string;
  readonly root: string;
  /** Root of the parent whose absolute paths stand in the inherited history; null for the session's root branch. */
  readonly parentRoot: string | null;
  /** The only tools that may run; null when all may. */
  readonly allowedTools: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly deltas: DeltaBuffer;
  /** Answers calls of the `agent` tool; all of one message at once, because they start siblings. */
  startBranches(calls: readonly CallPart[]): Map<string, ToolOutput>;
  onChange(): void;
  onCommand: NonNullable<ToolContext['onCommand']>;
}

export function resultFor(call: CallPart, output: Pick<ToolOutput, 'text' | 'isError'>): ResultPart {
  return {
    kind: 'result',
    callId: call.callId,
    ...(call.wireId === undefined ? {} : { wireId: call.wireId }),
    name: call.name,
    text: output.text,
    isError: output.isError,
  };
}

/**
 * Runs the calls of one model message and returns one result per call, in the calls' order, whatever happens: a call
 * that was interrupted or never came to run has a result that says so. Neighbouring reads run side by side.
 */
export async function runCalls(
  context: SessionContext,
  run: ToolRun,
  calls: readonly CallPart[],
): Promise<ResultPart[]> {
  const spawned = run.startBranches(calls.filter((call) => call.name === 'agent'));
  const outputs = new Map<string, ToolOutput>(spawned);
  const others = calls.filter((call) => !spawned.has(call.callId));
  for (let from = 0; from < others.length; ) {
    let to = from + 1;
    while (isRead(context, others[from]) && to < others.length && isRead(context, others[to])) to++;
    const group = others.slice(from, to);
    const done = await Promise.all(group.map((call) => runCall(context, run, call)));
    group.forEach((call, index) => {
      const output = done[index];
      if (output) outputs.set(call.callId, output);
    });
    from = to;
  }
  return calls.map((call) => resultFor(call, outputs.get(call.callId) ?? interrupted()));
}

function isRead(context: SessionContext, call: CallPart | undefined): boolean {
  return call !== undefined && context.tools.get(call.name)?.risk === 'read';
}

function interrupted(): ToolOutput {
  return { text: INTERRUPTED_RESULT, isError: true };
}

async function runCall(context: SessionContext, run: ToolRun, call: CallPart): Promise<ToolOutput> {
  const { branch, signal, deltas } = run;
  const { callId, name } = call;
  const tool = context.tools.get(name);
  if (signal.aborted) return interrupted();
  if (!tool) return refuse(context, run, call, unknownTool(context, name));
  if (run.allowedTools && !run.allowedTools.includes(name)) return refuse(context, run, call, refusedTool(run, name));
  let args: unknown;
  try {
    args = tool.parse(call.args);
  } catch (error) {
    return refuse(context, run, call, (error as Error).message);
  }
  const toolContext = contextFor(run, callId);
  const subject = await tool.subject(args, toolContext);
  const answer = await context.permissions.ask({ branch, callId, tool: name, risk: tool.risk, ...subject }, signal);
  if (answer === null) return interrupted();
  deltas.flush();
  context.journal.append({ type: 'tool-started', branch, callId, name, title: titleOf(name, subject.title) });
  if (answer.answer === 'deny') {
    end(context, run, callId, 'denied', null);
    const word = answer.word ? ` They said: ${answer.word}` : '';
    return {
      text: `The person did not allow this call.${word} Do not send it again; choose another way.`,
      isError: true,
    };
  }
  const output = await guarded(tool, args, toolContext);
  deltas.flush();
  end(context, run, callId, signal.aborted ? 'interrupted' : output.isError ? 'error' : 'ok', output);
  if (tool.risk !== 'read') run.onChange();
  return output;
}

/** A tool must not throw; if one does all the same, the model is told and the branch goes on. */
async function guarded(tool: Tool, args: unknown, context: ToolContext): Promise<ToolOutput> {
  try {
    return await tool.run(args, context);
  } catch (error) {
    return { text: `The tool failed: ${(error as Error).message}`, isError: true };
  }
}

function refuse(context: SessionContext, run: ToolRun, call: CallPart, text: string): ToolOutput {
  const { branch } = run;
  context.journal.append({ type: 'tool-started', branch, callId: call.callId, name: call.name, title: call.name });
  end(context, run, call.callId, 'error', null);
  return { text, isError: true };
}

function end(
  context: SessionContext,
  { branch }: ToolRun,
  callId: string,
  status: 'ok' | 'error' | 'denied' | 'interrupted',
  output: ToolOutput | null,
): void {
  const { exitCode = null, signal = null } = output ?? {};
  context.journal.append({ type: 'tool-ended', branch, callId, status, exitCode, signal });
}

function contextFor({ branch, root, parentRoot, signal, deltas, onCommand }: ToolRun, callId: string): ToolContext {
  return {
    root,
    signal,
    onTerminal: (data) => deltas.push({ type: 'terminal-data', branch, callId, data }),
    onCommand,
    ...(parentRoot === null || parentRoot === root ? {} : { parentRoot }),
  };
}

function titleOf(name: string, title: string): string {
  return title.startsWith(name) ? title : `${name} ${title}`;
}

function unknownTool(context: SessionContext, name: string): string {
  return `There is no tool \`${name}\`. The tools are: ${[...context.tools.keys()].sort().join(', ')}.`;
}

function refusedTool({ allowedTools }: ToolRun, name: string): string {
  const allowed = allowedTools?.join(', ') || 'none';
  return `\`${name}\` may not run in this fork. Allowed here: ${allowed}. Do not send this call again; go on without it.`;
}
