import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { AgentScope } from '../../shared/agent-calls.ts';
import { EngineFault } from '../engine-fault.ts';
import { isInside } from '../worktrees/is-inside.ts';
import { agentFolders, type DefinitionFolder, skillFolders } from './agent-folders.ts';

/** A workspace's root, and the data folder with the person's own definitions. */
export interface AgentPlaces {
  readonly workspace: string;
  readonly home: string;
}

/** The folder of agents that a path lies in. Throws an `EngineFault` for any other path: the window may name no other. */
export function agentFolderOf(places: AgentPlaces, path: string): DefinitionFolder {
  return folderOf(agentFolders(places.workspace, places.home), path);
}

/** Like `agentFolderOf`, for agents and skills. */
export function definitionFolderOf(places: AgentPlaces, path: string): DefinitionFolder {
  const { workspace, home } = places;
  return folderOf([...agentFolders(workspace, home), ...skillFolders(workspace, home)], path);
}

function folderOf(folders: readonly DefinitionFolder[], path: string): DefinitionFolder {
  const folder = folders.find((each) => path !== each.path && isInside(path, each.path) && each.fits(basename(path)));
  if (folder && resolve(path) === path) return folder;
  throw new EngineFault('outside', `${path} is no file of an agents' folder. Choose one from the list.`);
}

/**
 * Why a file may be read, but not written to: links can lead anywhere. Null when it may be. Of a project all must stay
 * inside the project; the person's own folder may be a link itself, for it is the person who made it.
 */
export async function lockedReason(places: AgentPlaces, path: string): Promise<string | null> {
  const folder = agentFolderOf(places, path);
  const bounds = await realpath(folder.source === 'workspace' ? places.workspace : folder.path).catch(() => null);
  const real = await nearestReal(path);
  if (bounds === null || isInside(real, bounds)) return null;
  return `${basename(path)} is, by a link, the file ${real}. Edit it there: from here only files of the ${folder.source === 'workspace' ? 'project' : 'own folder'} are changed.`;
}

/** The file with links followed; for one that is not there, where it would be. */
async function nearestReal(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  return real ?? join(dirname(path) === path ? path : await nearestReal(dirname(path)), basename(path));
}

/** A path for a new agent, by its name. Throws an `EngineFault` when a file is there already. */
export async function newAgentPath(places: AgentPlaces, scope: AgentScope, name: string): Promise<string> {
  const [project, own] = [
    agentFolders(places.workspace, places.home)[0],
    agentFolders(places.workspace, places.home).at(-1),
  ];
  const folder = scope === 'workspace' ? project : own;
  const stem = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  // "readme.md" would be no agent.
  const path = join(folder?.path ?? '', `${stem === '' || stem === 'readme' ? `agent-${stem}` : stem}.md`);
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (!exists) return path;
  throw new EngineFault('exists', `There is a file ${path} already. Choose another name, or edit that file.`);
}
