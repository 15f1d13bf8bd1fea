import { shell } from 'electron';
import type { Engine } from '../engine/engine.ts';
import type { AgentDesk } from '../engine/subagents/agent-desk.ts';
import { AgentDesks } from '../engine/subagents/agent-desks.ts';
import { workspaceRoot } from '../engine/subagents/workspace-root.ts';
import type { agentRequests } from '../shared/agent-calls.ts';
import type { HandlerParts } from './handlers.ts';
import type { Handlers } from './ipc.ts';

/** The window's calls about agents and skills. */
export function agentHandlers(
  engine: Engine,
  home: string,
  sendTo: HandlerParts['sendTo'],
): Pick<Handlers, keyof typeof agentRequests> {
  const desks = new AgentDesks(home);
  const deskOf = async (workspace: string): Promise<AgentDesk> => desks.of(await workspaceRoot(engine, workspace));
  const watches = new Map<string, Promise<() => Promise<void>>>();
  const stop = async (key: string): Promise<void> => {
    const watch = watches.get(key);
    watches.delete(key);
    await (await watch)?.();
  };
  return {
    'agents.list': async ({ workspace }) => (await deskOf(workspace)).list(),
    'agents.watch': async ({ workspace }, sender) => {
      const root = await workspaceRoot(engine, workspace);
      const key = `${sender.id}:${root}`;
      if (watches.has(key)) return null;
      const send = sendTo(sender);
      watches.set(
        key,
        desks.watch(root, () => send('agents-changed', { root })),
      );
      sender.once('destroyed', () => void stop(key));
      await watches.get(key);
      return null;
    },
    'agents.unwatch': async ({ workspace }, sender) => {
      await stop(`${sender.id}:${await workspaceRoot(engine, workspace)}`);
      return null;
    },
    'agents.read': async ({ workspace, of }) => {
      const desk = await deskOf(workspace);
      return 'path' in of ? desk.read(of.path) : desk.builtIn(of.builtIn);
    },
    'agents.check': async ({ workspace, path, draft }) => (await deskOf(workspace)).check(path, draft),
    'agents.write': async ({ workspace, to, draft, force }) => (await deskOf(workspace)).write(to, draft, force),
    'agents.delete': async ({ workspace, path, stamp }) => (await deskOf(workspace)).delete(path, stamp),
    'agents.restore': async ({ workspace, trashed }) => (await deskOf(workspace)).restore(trashed),
    'agents.reveal': async ({ workspace, path }) => {
      shell.showItemInFolder((await deskOf(workspace)).revealable(path));
      return null;
    },
  };
}
