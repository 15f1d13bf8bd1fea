import { takesImages } from '../../core/providers/takes-images.ts';
import type { CallPart, ImagePart, ResultPart } from '../../core/session/message.ts';
import { waitsForWords } from '../../core/session/selectors.ts';
import { AGENT_TOOL } from '../tools/agent-tool.ts';
import type { Tool, ToolContext, ToolOutput } from '../tools/tool.ts';
import type { DeltaBuffer } from './delta-buffer.ts';
import { FloodGate } from './flood-gate.ts';
import type { PermissionAnswer, PermissionRequest } from './permission-queue.ts';
import type { SessionContext } from './session-context.ts';
import type { Toolbox } from './toolbox.ts';

export interface ToolRun {
  readonly branch: string;
  readonly root: string;
  /** Root of the parent whose absolute paths stand in the inherited history; null for the session's root branch. */
  readonly parentRoot: string | null;
  /** The only tools that may run; null when all may. */
  readonly allowedTools: readonly string[] | null;
  readonly signal: AbortSignal;
  readonly deltas: DeltaBuffer;
  /** Who reads the results. */
  readonly reader: { readonly provider: string; readonly model: string };
  /** What it may run; null for what the session has. */
  readonly toolbox: Toolbox | null;
  /**
   * Answers calls of the `agent` tool; all of one message at once, because they start siblings. An answer that has to
   * wait for its branches comes as a promise, and holds up nothing else.
   */
  startBranches(
    calls: readonly CallPart[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ToolOutput | Promise<ToolOutput>>>;
  /** The branch waits for a person, or no longer. */
  onWait(isWaiting: boolean): void;
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

/** What the calls of one message brought. */
export interface RunCalls {
  readonly results: readonly ResultPart[];
  /** Pictures that stand beside the results, in the calls' order. */
  readonly images: readonly ImagePart[];
}

/**
 * Runs the calls of one model message and returns one result per call, in the calls' order, whatever happens: a call
 * that was interrupted or never came to run has a result that says so. Neighbouring reads run side by side.
 */
export async function runCalls(context: SessionContext, run: ToolRun, calls: readonly CallPart[]): Promise<RunCalls> {
  const starts = run.toolbox?.mayStartBranches === false ? [] : calls.filter((call) => call.name === 'agent');
  const spawned = starts.length === 0 ? new Map() : await run.startBranches(starts, run.signal);
  const outputs = new Map<string, ToolOutput>();
  const others = calls.filter((call) => !spawned.has(call.callId));
  for (let from = 0; from < others.length; ) {
    let to = from + 1;
    while (isRead(context, run, others[from]) && to < others.length && isRead(context, run, others[to])) to++;
    const group = others.slice(from, to);
    const done = await Promise.all(group.map((call) => runCall(context, run, call)));
    group.forEach((call, index) => {
      const output = done[index];
      if (output) outputs.set(call.callId, output);
    });
    from = to;
  }
  await collect(context, run, spawned, outputs);
  return {
    results: calls.map((call) => resultFor(call, outputs.get(call.callId) ?? interrupted())),
    images: calls.flatMap((call) => outputs.get(call.callId)?.images ?? []),
  };
}

/** Waits for the branches that calls of this message started, and shows that it waits. */
async function collect(
  context: SessionContext,
  { branch, signal }: ToolRun,
  spawned: ReadonlyMap<string, ToolOutput | Promise<ToolOutput>>,
  outputs: Map<string, ToolOutput>,
): Promise<void> {
  const isOut = [...spawned.values()].some((answer) => answer instanceof Promise) && !signal.aborted;
  if (isOut) {
    const { state } = context.journal;
    const parent = state.branches[branch];
    const reason = (parent && waitsForWords(state, parent)) ?? 'waits for its subagents';
    context.journal.append({ type: 'branch-status', branch, status: 'waiting', waitingFor: 'children', reason });
  }
  for (const [callId, answer] of spawned) outputs.set(callId, await answer);
  if (isOut && !signal.aborted) context.journal.append({ type: 'branch-status', branch, status: 'running' });
}

function isRead(context: SessionContext, run: ToolRun, call: CallPart | undefined): boolean {
  return call !== undefined && toolFor(context, run, call.name)?.risk === 'read';
}

function toolFor(context: SessionContext, { toolbox }: ToolRun, name: string): Tool | undefined {
  return (toolbox?.tools ?? context.tools).get(name);
}

function interrupted(): ToolOutput {
  return { text: 'Not run: the branch was interrupted before this call began.', isError: true };
}

async function runCall(context: SessionContext, run: ToolRun, call: CallPart): Promise<ToolOutput> {
  const { branch, signal, deltas } = run;
  const { callId, name } = call;
  const tool = toolFor(context, run, name);
  if (signal.aborted) return interrupted();
  if (!tool) return refuse(context, run, call, run.toolbox?.refusal(name) ?? unknownTool(context, name));
  if (run.allowedTools && !run.allowedTools.includes(name)) return refuse(context, run, call, refusedTool(run, name));
  let args: unknown;
  try {
    args = tool.parse(call.args);
  } catch (error) {
    return refuse(context, run, call, (error as Error).message);
  }
  const gate = new FloodGate({
    clock: context.clock,
    write: (data) => deltas.push({ type: 'terminal-data', branch, callId, data }),
  });
  const toolContext = contextFor(run, gate);
  const subject = await tool.subject(args, toolContext);
  const answer = await consent(context, run, { branch, callId, tool: name, risk: tool.risk, ...subject });
  if (answer === null) return interrupted();
  deltas.flush();
  context.journal.append({ type: 'tool-started', branch, callId, name, title: titleOf(name, subject.title) });
  if (isDenied(answer)) {
    end(context, run, callId, 'denied', null);
    return { text: denial(answer), isError: true };
  }
  const output = await guarded(tool, args, toolContext);
  gate.end();
  deltas.flush();
  end(context, run, callId, signal.aborted ? 'interrupted' : output.isError ? 'error' : 'ok', output);
  if (tool.risk !== 'read') run.onChange();
  return output;
}

/** Asks the person, where the rules do not answer; a role that must not ask is denied instead. Null: interrupted. */
async function consent(
  { permissions }: SessionContext,
  { toolbox, signal, onWait }: ToolRun,
  request: PermissionRequest,
): Promise<PermissionAnswer | 'denied by role' | null> {
  if (permissions.isAllowed(request)) return { answer: 'allow', scope: 'once', word: null };
  if (toolbox?.whenAsking === 'deny') return signal.aborted ? null : 'denied by role';
  onWait(true);
  try {
    return await permissions.ask(request, signal);
  } finally {
    onWait(false);
  }
}

function isDenied(answer: PermissionAnswer | 'denied by role'): boolean {
  return answer === 'denied by role' || answer.answer === 'deny';
}

function denial(answer: PermissionAnswer | 'denied by role'): string {
  if (answer === 'denied by role') {
    return 'This call would have to be allowed by a person, and this agent must not ask. Do not send it again; choose another way, or say in your result what was not possible.';
  }
  const word = answer.word ? ` They said: ${answer.word}` : '';
  return `The person did not allow this call.${word} Do not send it again; choose another way.`;
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

function contextFor({ root, parentRoot, reader, signal, onCommand }: ToolRun, gate: FloodGate): ToolContext {
  return {
    root,
    signal,
    onTerminal: (data) => gate.push(data),
    onCommand,
    takesImages: takesImages(reader.provider, reader.model),
    ...(parentRoot === null || parentRoot === root ? {} : { parentRoot }),
  };
}

function titleOf(name: string, title: string): string {
  return title.startsWith(name) ? title : `${name} ${title}`;
}

function unknownTool(context: SessionContext, name: string): string {
  return `There is no tool \`${name}\`. The tools are: ${[AGENT_TOOL.name, ...context.tools.keys()].sort().join(', ')}.`;
}

function refusedTool({ allowedTools }: ToolRun, name: string): string {
  const allowed = allowedTools?.join(', ') || 'none';
  return `\`${name}\` may not run in this fork. Allowed here: ${allowed}. Do not send this call again; go on without it.`;
}
