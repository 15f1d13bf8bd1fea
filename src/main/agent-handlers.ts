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
  /** By window and root: the way to stop, and how many views of the window look on. */
  const watches = new Map<string, { readonly stop: Promise<() => Promise<void>>; views: number }>();
  const end = async (key: string): Promise<void> => {
    const watch = watches.get(key);
    watches.delete(key);
    await (await watch?.stop)?.();
  };
  return {
    'agents.list': async ({ workspace }) => (await deskOf(workspace)).list(),
    'agents.watch': async ({ workspace }, sender) => {
      const root = await workspaceRoot(engine, workspace);
      const key = `${sender.id}:${root}`;
      const open = watches.get(key);
      if (open) open.views += 1;
      else {
        const send = sendTo(sender);
        const stop = desks.watch(root, () => send('agents-changed', { root }));
        watches.set(key, { stop, views: 1 });
        sender.once('destroyed', () => void end(key));
      }
      await watches.get(key)?.stop;
      return null;
    },
    'agents.unwatch': async ({ workspace }, sender) => {
      const key = `${sender.id}:${await workspaceRoot(engine, workspace)}`;
      const open = watches.get(key);
      if (open) open.views -= 1;
      if (open?.views === 0) await end(key);
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
