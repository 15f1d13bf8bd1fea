import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { makeService as makeRandomIds } from './testing/bare-service.ts';
import { commitAll, git, makeRepository, testEnvironment } from './testing/test-repository.ts';
import type { WorktreeService } from './worktree-service.ts';

/** More for a long run: FORKSCOPE_CHAOS_OPERATIONS=500, and FORKSCOPE_CHAOS_SEED to see one again. */
const OPERATIONS = Number(process.env.FORKSCOPE_CHAOS_OPERATIONS ?? 60);
const SEED = Number(process.env.FORKSCOPE_CHAOS_SEED ?? Date.now() % 1_000_000);
const FILES = ['a.txt', 'b.txt', 'd/c.txt', 'd/ü e.txt', 'f.txt'];
const MOST_FORKS = 4;
/** Milliseconds until a process is killed: about what a merge takes on a busy machine. */
const LONGEST_LIFE = 1_200;

/** mulberry32: the same numbers for the same seed. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Every line that was ever saved is one of these, and no two are the same. */
class Ledger {
  readonly saved = new Map<string, string>();
  #count = 0;

  line(where: string): string {
    this.#count += 1;
    const line = `saved-${this.#count}-of-${SEED}`;
    this.saved.set(line, where);
    return line;
  }
}

/** Real operations on a real repository, chosen at random. */
class Chaos {
  readonly random: () => number;
  readonly service: WorktreeService;
  readonly root: string;
  readonly folder: string;
  readonly ledger = new Ledger();
  forks: string[] = [];
  undoIds: string[] = [];
  counts: Record<string, number> = {};

  constructor(folder: string, root: string, service: WorktreeService) {
    this.random = makeRandom(SEED);
    this.folder = folder;
    this.root = root;
    this.service = service;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.random() * list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Adds a line at a random place: nothing that is there goes by an edit. */
  async edit(root: string): Promise<void> {
    const path = join(root, this.pick(FILES));
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    lines.splice(Math.floor(this.random() * (lines.length + 1)), 0, this.ledger.line(path));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${lines.join('\n')}\n`);
  }

  async step(): Promise<string> {
    const roots = [this.root, ...this.forks];
    const dice = this.random();
    if (this.forks.length === 0 || (dice < 0.1 && this.forks.length < MOST_FORKS)) {
      this.forks.push((await this.service.create(this.root, 'chaos')).path);
      return 'create';
    }
    if (dice < 0.5) {
      await this.edit(this.pick(roots));
      return 'edit';
    }
    if (dice < 0.62) {
      await commitAll(this.pick(roots), 'chaos');
      return 'commit';
    }
    if (dice < 0.78) return this.merge(this.pick(this.forks));
    if (dice < 0.84) return this.undo();
    if (dice < 0.9) return this.discard(this.pick(this.forks));
    if (dice < 0.95) return this.restore();
    return this.killed();
  }

  async merge(path: string): Promise<string> {
    const way = this.pick(['changes', 'commit', 'commits'] as const);
    const plan = await this.service.team.preview({ path, way });
    const isBold = this.random() < 0.7;
    const resolutions = plan.conflicts.map(({ path: file, marked }) => {
      // Both sides stay: a person who resolves keeps every line.
      const text = (marked ?? '').split('\n').filter((line) => !/^(<{7}|>{7}|={7}|\|{7})/.test(line));
      return { path: file, take: 'text' as const, text: text.join('\n') };
    });
    const choice = { path, way, resolutions: isBold ? resolutions : [], consent: isBold ? plan.dirty : [] };
    const result = await this.service.team.apply(choice, plan.planId);
    if (result.kind === 'refused') return `merge refused (${result.plan.readiness.kind})`;
    this.undoIds.push(result.undoId);
    return `merge as ${way}`;
  }

  async undo(): Promise<string> {
    if (this.undoIds.length === 0) return 'nothing to undo';
    const result = await this.service.team.undo(this.root, this.pick(this.undoIds), { force: this.random() < 0.5 });
    if (result.kind === 'refused') return 'undo refused';
    this.undoIds.push(result.redoId);
    return 'undo';
  }

  async discard(path: string): Promise<string> {
    await this.service.release(path);
    const result = await this.service.discard(path, { confirmed: true });
    if (result.kind !== 'discarded') return `discard: ${result.kind}`;
    this.forks = this.forks.filter((fork) => fork !== path);
    return 'discard';
  }

  async restore(): Promise<string> {
    const backups = await this.service.backups(this.root);
    if (backups.length === 0 || this.forks.length >= MOST_FORKS) return 'nothing to restore';
    this.forks.push((await this.service.restore(this.root, this.pick(backups).ref)).path);
    return 'restore';
  }

  /** Another process of the app does one of these, and is killed at a random moment. */
  async killed(): Promise<string> {
    const work = this.pick(['create', 'merge', 'discard'] as const);
    const script = `
      const { makeService } = await import(${JSON.stringify(join(this.folder, 'built', 'service.mjs'))});
      const service = makeService(${JSON.stringify(this.folder)});
      const path = ${JSON.stringify(this.pick(this.forks))};
      process.stdout.write('ready');
      if (${JSON.stringify(work)} === 'create') await service.create(${JSON.stringify(this.root)}, 'killed');
      else if (${JSON.stringify(work)} === 'merge') {
        const choice = { path, way: 'changes' };
        const plan = await service.team.preview(choice);
        await service.team.apply({ ...choice, consent: plan.dirty }, null);
      } else { await service.release(path); await service.discard(path, { confirmed: true }); }
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: testEnvironment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => {
      child.stdout.once('data', resolve);
      child.once('exit', resolve);
    });
    await new Promise((resolve) => setTimeout(resolve, this.random() * LONGEST_LIFE));
    await endGroup(child);
    await this.settle();
    return `kill during ${work}`;
  }

  /** What a person does after a crash: looks what is there, and deletes lock files of a git that no longer runs. */
  async settle(): Promise<void> {
    for (const name of await readdir(join(this.root, '.git'), { recursive: true })) {
      if (name.endsWith('.lock')) await rm(join(this.root, '.git', name));
    }
    const { worktrees } = await this.service.list(this.root);
    this.forks = [];
    for (const { path, isRegistered, record } of worktrees) {
      const isWhole = await stat(join(path, '.git')).then(Boolean, () => false);
      if (record !== null && isRegistered && isWhole) this.forks.push(path);
    }
    this.undoIds = (await this.service.team.undoPoints(this.root)).map(({ id }) => id);
  }
}

/** A process of its own runs no TypeScript, so the service is made into one file. */
async function buildService(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'testing/bare-service.ts'),
      outDir: join(folder, 'built'),
      rollupOptions: { output: { entryFileNames: 'service.mjs' } },
    },
  });
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    // Its git processes end with it: they are in its group.
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
  await ended;
}

/** Lines in the files of all checkouts, and in every file that a ref reaches, read by git alone. */
async function everythingKept(root: string, folders: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const folder of folders) {
    for (const name of FILES) texts.push(await readFile(join(folder, name), 'utf8').catch(() => ''));
  }
  const objects = await git(
    root,
    'rev-list',
    '--objects',
    '--all',
    '--no-object-names',
    '--filter=object:type=blob',
    '--filter-provided-objects',
  );
  for (const object of objects.split('\n').filter(Boolean)) texts.push(await git(root, 'cat-file', 'blob', object));
  return texts.join('\n');
}

it(
  `loses no byte in ${OPERATIONS} random operations (seed ${SEED})`,
  async () => {
    process.stdout.write(`chaos: FORKSCOPE_CHAOS_SEED=${SEED}\n`);
    const { folder, root } = await makeRepository(
      Object.fromEntries(FILES.map((path) => [path, `first of ${path}\n`])),
    );
    await git(root, 'config', 'user.name', 'Person');
    await git(root, 'config', 'user.email', 'person@example.com');
    await buildService(folder);
    const chaos = new Chaos(folder, root, makeRandomIds(folder));
    const history: string[] = [];
    for (let count = 0; count < OPERATIONS; count += 1) {
      const done = await chaos.step().catch((error: Error) => `fault: ${error.message}`);
      history.push(done);
      const kind = done.startsWith('fault') ? done.slice(0, 120) : done;
      chaos.counts[kind] = (chaos.counts[kind] ?? 0) + 1;
    }
    process.stdout.write(`${JSON.stringify(chaos.counts, null, 1)}\n`);
    const { worktrees } = await chaos.service.list(root);
    const kept = await everythingKept(
      root,
      worktrees.map(({ path }) => path),
    );
    const present = new Set(kept.split('\n'));
    const lost = [...chaos.ledger.saved].filter(([line]) => !present.has(line));
    expect(lost).toEqual([]);
    expect(await git(root, 'fsck', '--no-dangling')).toBe('');
    await chaos.service.team.close();
  },
  60_000 + OPERATIONS * 10_000,
);
