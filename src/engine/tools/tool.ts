import type { ToolDeclaration } from '../../core/providers/tool-declaration.ts';
import type { ImagePart } from '../../core/session/message.ts';

/** What kind of consent a tool call needs. `read` never asks; `spawn` starts a branch. */
export type ToolRisk = 'read' | 'edit' | 'execute' | 'spawn';

/** What a tool gets from the branch that runs it. */
export interface ToolContext {
  /** Absolute path of the branch's root (its worktree, or the workspace). Tools never leave it. */
  readonly root: string;
  readonly signal: AbortSignal;
  /** Terminal bytes as text, as they arrive, escape sequences included. */
  onTerminal(data: string): void;
  /**
   * Root of the branch that this one was forked from, when it is another folder. Absolute paths below it stand in the
   * inherited history; file tools read them as the same paths below `root` and say so, and `bash` refuses them.
   */
  readonly parentRoot?: string;
  /** Decides about an absolute path outside `root` in place of `parentRoot`: the path to use, or `null` for none. */
  translatePath?(path: string): string | null;
  /** The model that reads the result takes pictures. */
  readonly takesImages?: boolean;
  /** A command runs now, and a person may type into it; `null` when it has ended. */
  onCommand?(command: CommandHandle | null): void;
}

/** A running command's terminal, for the person who watches it. */
export interface CommandHandle {
  write(data: string): void;
  /** In character cells. */
  resize(columns: number, rows: number): void;
}

/** What the model (and the log) gets back. A tool's failure is a result with `isError`, never an exception. */
export interface ToolOutput {
  readonly text: string;
  readonly isError: boolean;
  /** Exit code of a command; `null` when a signal ended it; absent for tools that run no command. */
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  /** Pictures that go with the text, for a model that takes them. */
  readonly images?: readonly ImagePart[];
}

/** What a person is asked to allow: the exact command, or the change as text. */
export interface PermissionSubject {
  /** One line, e.g. the command, or "edit src/a.ts". */
  readonly title: string;
  /** The whole command, or a unified diff of the change. */
  readonly detail: string;
}

/** One tool. `parse` turns the model's arguments into typed ones, or throws an error whose message the model can act on. */
export interface Tool<Args = unknown> {
  readonly declaration: ToolDeclaration;
  readonly risk: ToolRisk;
  parse(args: unknown): Args;
  subject(args: Args, context: ToolContext): Promise<PermissionSubject>;
  run(args: Args, context: ToolContext): Promise<ToolOutput>;
}
