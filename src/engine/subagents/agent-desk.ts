import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AgentConfig } from '../../core/subagent/agent-config.ts';
import { BUILT_IN_AGENTS } from '../../core/subagent/built-in-agents.ts';
import type { AgentDraft, AgentListing, AgentScope, CheckedDraft, OpenedAgent } from '../../shared/agent-calls.ts';
import { EngineFault } from '../engine-fault.ts';
import type { AgentConfigLoader } from './agent-config-loader.ts';
import { fieldsOfText, HEADER_FIELDS } from './agent-fields.ts';
import { type AgentPlaces, agentFolderOf, definitionFolderOf, lockedReason, newAgentPath } from './agent-paths.ts';
import { AgentTrash } from './agent-trash.ts';
import { checkDraft } from './check-draft.ts';
import { writeFields } from './write-fields.ts';

/** Where a draft is to be written: into the file that a person saw, or as a new one. */
export type DraftTarget = { readonly path: string; readonly stamp: string } | { readonly scope: AgentScope };

/** What a person does with the agents and skills of one workspace. Never follows a path out of their folders. */
export class AgentDesk {
  readonly #places: AgentPlaces;
  readonly #loader: AgentConfigLoader;
  readonly #trash: AgentTrash;
  readonly #clock: () => number;

  constructor(places: AgentPlaces, loader: AgentConfigLoader, clock: () => number = Date.now) {
    this.#places = places;
    this.#loader = loader;
    this.#trash = new AgentTrash(places.home);
    this.#clock = clock;
  }

  async list(): Promise<AgentListing> {
    await this.#loader.load();
    const { agents, skills } = this.#loader;
    return {
      root: this.#places.workspace,
      ownFolder: join(this.#places.home, 'agents'),
      agents: agents.agents,
      shadowed: agents.shadowed,
      skills: skills.offers.map(({ name, description, path }) => ({ name, description, path })),
      problems: [...agents.problems, ...skills.problems],
    };
  }

  /** One file, whether or not it can be used. */
  async read(path: string): Promise<OpenedAgent> {
    const { source } = agentFolderOf(this.#places, path);
    const bytes = await readBytes(path);
    const checked = checkDraft({ kind: 'text', text: bytes.toString('utf8') }, { path, source }, this.#loader.agents);
    return { ...checked, path, stamp: stampOf(bytes), locked: await lockedReason(this.#places, path) };
  }

  /** A built-in agent as a file of it would be. */
  builtIn(name: string): OpenedAgent {
    const agent = BUILT_IN_AGENTS.find((each) => each.name === name);
    if (!agent) throw new EngineFault('not-found', `There is no built-in agent ${name}. Choose one from the list.`);
    const text = fileOf(agent);
    const locked = 'It is part of the app. Duplicate it to make it your own.';
    return { text, fields: fieldsOfText(text), agent, problems: [], notice: null, path: null, stamp: '', locked };
  }

  check(path: string | null, draft: AgentDraft): CheckedDraft {
    const source = path === null ? 'workspace' : agentFolderOf(this.#places, path).source;
    return checkDraft(draft, { path, source }, this.#loader.agents);
  }

  /**
   * Writes a draft. Throws an `EngineFault`: `bad-agent` when it could not be loaded, `changed` or `gone` when the file is
   * not the one that the person saw; with `force` such a file is kept in the trash and written over.
   */
  async write(to: DraftTarget, draft: AgentDraft, force: boolean): Promise<{ path: string; stamp: string }> {
    const { text, agent, problems } = this.check('path' in to ? to.path : null, draft);
    if (!agent) throw new EngineFault('bad-agent', problems.find(({ severity }) => severity === 'error')?.reason ?? '');
    const path = 'path' in to ? to.path : await newAgentPath(this.#places, to.scope, agent.name);
    const locked = await lockedReason(this.#places, path);
    if (locked !== null) throw new EngineFault('locked', locked);
    if ('path' in to) await this.#expect(path, to.stamp, force);
    await writeWhole(path, text, 'path' in to);
    return { path, stamp: stampOf(Buffer.from(text)) };
  }

  /** Moves a file to the trash; returns the name by which `restore` brings it back. */
  async delete(path: string, stamp: string): Promise<{ trashed: string }> {
    agentFolderOf(this.#places, path);
    const bytes = await readBytes(path);
    if (stampOf(bytes) !== stamp) throw changedFault(path);
    const trashed = await this.#trash.keep(path, this.#clock());
    await rm(path);
    return { trashed };
  }

  async restore(trashed: string): Promise<{ path: string }> {
    const path = await this.#trash.originOf(trashed);
    agentFolderOf(this.#places, path);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere) throw new EngineFault('exists', `There is a file ${path} again. Move that one first, then undo.`);
    await this.#trash.restore(trashed, path);
    return { path };
  }

  /** A path that may be shown in the system's file manager. Throws an `EngineFault` for any other. */
  revealable(path: string): string {
    definitionFolderOf(this.#places, path);
    return path;
  }

  async #expect(path: string, stamp: string, force: boolean): Promise<void> {
    const there = await readFile(path).catch(() => null);
    if (there !== null && stampOf(there) === stamp) return;
    if (!force) throw there === null ? goneFault(path) : changedFault(path);
    if (there !== null) await this.#trash.keep(path, this.#clock());
  }
}

/** Another program must never see half a file; a link stays a link, and the file keeps its mode. */
async function writeWhole(path: string, text: string, mayBeThere: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (!mayBeThere) {
    await writeFile(path, text, { flag: 'wx' });
    return;
  }
  const real = await realpath(path).catch(() => path);
  const mode = await stat(real).then(
    (info) => info.mode,
    () => null,
  );
  const temporary = `${real}.${randomUUID().slice(0, 8)}.tmp`;
  await writeFile(temporary, text);
  if (mode !== null) await chmod(temporary, mode);
  await rename(temporary, real);
}

function fileOf(agent: AgentConfig): string {
  const header = Object.fromEntries(HEADER_FIELDS.map((name) => [name, '']));
  const written = writeFields(null, {
    ...(header as Record<(typeof HEADER_FIELDS)[number], string>),
    name: agent.name,
    description: agent.description,
    tools: agent.tools.filter((tool) => tool !== 'attempt_completion').join(', '),
    permissionMode: agent.permissionMode === 'default' ? '' : agent.permissionMode,
    isolation: agent.isolation ?? '',
    body: agent.body,
  });
  return written.ok ? written.text : '';
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw goneFault(path);
    throw new EngineFault('unreadable', `${path} cannot be read: ${(error as Error).message}. Look at its rights.`);
  }
}

function stampOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function changedFault(path: string): EngineFault {
  return new EngineFault(
    'changed',
    `${basename(path)} was changed on disk meanwhile. Take the file as it is now, or write over it: what is there goes to the trash.`,
  );
}

function goneFault(path: string): EngineFault {
  return new EngineFault('gone', `${basename(path)} is no longer there. Write it again, or leave it.`);
}
