import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGit } from '../src/engine/worktrees/git.ts';
import { WorktreeService } from '../src/engine/worktrees/worktree-service.ts';
import { fileSystem } from './lib/file-system.ts';
import {
  benchEnvironment,
  editedContent,
  fileOf,
  git,
  type LargeRepository,
  makeLargeRepository,
} from './lib/large-repository.ts';
import type { Measurement, Row } from './lib/measure.ts';
import { percentile } from './lib/statistics.ts';

const FILES = 20_000;
const FORKS = 8;
const AT_ONCE = 16;
const ROUNDS = 3;
const EDITED = 200;
/** git reads again what was written in the second of its index; nobody's checkout is that fresh. */
const SETTLE_MS = 1_500;

/** Creating and comparing worktrees of a large repository, each beside what bare git needs for the like. */
export async function measureWorktrees(): Promise<Measurement> {
  const repository = makeLargeRepository(FILES);
  try {
    await sleep(SETTLE_MS);
    const clean = await creation(repository);
    for (let number = 0; number < EDITED; number++) {
      writeFileSync(join(repository.root, fileOf(number * 7)), editedContent(number * 7, 'uncommitted'));
      writeFileSync(join(repository.root, `untracked-${number}.txt`), `${number}\n`);
    }
    await sleep(SETTLE_MS);
    const dirty = await creation(repository);
    git(repository.root, 'stash', '--quiet', '--include-untracked');
    await sleep(SETTLE_MS);
    const burst = await manyAtOnce(repository);
    const matrix = await collisions(repository);
    return {
      title: `Worktrees of a repository with ${FILES.toLocaleString('en')} files, in ${fileSystem()}`,
      rows: [...creationRows(clean, dirty), burstRow(burst), ...matrixRows(matrix)],
      raw: { clean, dirty, burst, matrix },
    };
  } finally {
    repository.dispose();
  }
}

interface Times {
  readonly bare: number;
  readonly ours: number;
}

function serviceOf({ folder }: LargeRepository): WorktreeService {
  return new WorktreeService({
    directory: join(folder, 'worktrees'),
    clock: () => Date.now(),
    ids: () => `id-${randomUUID()}`,
    git: createGit({ environment: benchEnvironment() }),
  });
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

let serial = 0;

/** `git worktree add` as a person runs it. */
function addBare({ folder, root }: LargeRepository): string {
  const path = join(folder, 'bare', `w${++serial}`);
  mkdirSync(join(folder, 'bare'), { recursive: true });
  git(root, 'worktree', 'add', '--quiet', '-b', `bare-${serial}`, path);
  return path;
}

/** Medians in ms, taken in turns so that other work on the machine meets both. */
async function creation(repository: LargeRepository): Promise<Times> {
  const service = serviceOf(repository);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let path = '';
    bare.push(await timed(() => (path = addBare(repository))));
    git(repository.root, 'worktree', 'remove', '--force', path);
    ours.push(await timed(async () => (path = (await service.create(repository.root, 'one')).path)));
    await service.release(path);
    await service.discard(path, { confirmed: true });
  }
  await service.team.close();
  return { bare: percentile(bare, 0.5), ours: percentile(ours, 0.5) };
}

async function manyAtOnce(repository: LargeRepository): Promise<Times & { readonly made: number }> {
  const service = serviceOf(repository);
  const paths: string[] = [];
  const bare = await timed(() => {
    for (let number = 0; number < AT_ONCE; number++) paths.push(addBare(repository));
  });
  for (const path of paths) git(repository.root, 'worktree', 'remove', '--force', path);
  let made: PromiseSettledResult<{ readonly path: string }>[] = [];
  const ours = await timed(async () => {
    const all = Array.from({ length: AT_ONCE }, () => service.create(repository.root, 'many'));
    made = await Promise.allSettled(all);
  });
  const done = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.path] : []));
  for (const path of done) {
    await service.release(path);
    await service.discard(path, { confirmed: true });
  }
  await service.team.close();
  return { bare, ours, made: done.length };
}

/** `bare` is one `git status` in each checkout, one after another: the least that looking at all of them takes. */
async function collisions(
  repository: LargeRepository,
): Promise<Times & { readonly one: number; readonly hot: number }> {
  const service = serviceOf(repository);
  const forks = [];
  for (let number = 0; number < FORKS; number++) forks.push(await service.create(repository.root, `fork ${number}`));
  for (const [at, { path }] of forks.entries()) {
    for (let file = at * 100; file < at * 100 + 10; file++)
      writeFileSync(join(path, fileOf(file)), editedContent(file, 'own'));
    writeFileSync(join(path, fileOf(5_000)), editedContent(5_000, `by ${at % 3}`));
    writeFileSync(join(path, `new-${at}.txt`), 'new\n');
  }
  const sides = [
    { id: 'root', name: 'root', path: repository.root, baseCommit: null, parent: null },
    ...forks.map(({ path, baseCommit }, at) => ({ id: `${at}`, name: `${at}`, path, baseCommit, parent: 'root' })),
  ];
  await sleep(SETTLE_MS);
  // Reads only, so that it warms nothing but the system's own cache, for both.
  const bare = await timed(() => {
    for (const { path } of sides) git(path, '--no-optional-locks', 'status', '--porcelain');
  });
  let hot = 0;
  const ours = await timed(async () => {
    const { pairs } = await service.team.matrix(repository.root, sides, null);
    hot = pairs.filter(({ level }) => level === 'hot').length;
  });
  const again: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(join(forks[3]?.path ?? '', fileOf(7)), editedContent(7, `round ${round}`));
    again.push(await timed(() => service.team.matrix(repository.root, sides, new Set(['3']))));
  }
  await service.team.close();
  return { bare, ours, one: percentile(again, 0.5), hot };
}

const ms = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: 0 })} ms`;
const ratio = ({ bare, ours }: Times) => ours / bare;

function creationRows(clean: Times, dirty: Times): Row[] {
  const more = dirty.ours - clean.ours - (dirty.bare - clean.bare);
  return [
    {
      what: `One fork of a clean checkout, beside \`git worktree add\` (median of ${ROUNDS})`,
      measured: `${ms(clean.ours)} beside ${ms(clean.bare)}: ${ratio(clean).toFixed(2)}x`,
      target: '≤ 1.15x',
      met: ratio(clean) <= 1.15,
    },
    {
      what: `The same with ${EDITED} changed and ${EDITED} untracked files, which git itself leaves behind`,
      measured: `${ms(dirty.ours)} beside ${ms(dirty.bare)}; ${ms(more)} more than clean`,
      target: '≤ 60 ms more',
      met: more <= 60,
    },
  ];
}

function burstRow(burst: Times & { readonly made: number }): Row {
  return {
    what: `${AT_ONCE} forks in one click, beside ${AT_ONCE} \`git worktree add\` one after another`,
    measured: `${burst.made} of ${AT_ONCE} made; ${ms(burst.ours)} beside ${ms(burst.bare)}: ${ratio(burst).toFixed(2)}x`,
    target: `all, ≤ 1.2x`,
    met: burst.made === AT_ONCE && ratio(burst) <= 1.2,
    peers: '40 of 48 fail when `git worktree add` runs at once',
  };
}

function matrixRows(matrix: Times & { readonly one: number; readonly hot: number }): Row[] {
  return [
    {
      what: `Which of ${FORKS} forks collide (${matrix.hot} of 36 pairs do), right after they were made, beside \`git status\` in each`,
      measured: `${ms(matrix.ours)} beside ${ms(matrix.bare)}: ${ratio(matrix).toFixed(2)}x`,
      target: '≤ 1,500 ms',
      met: matrix.ours <= 1_500,
    },
    {
      what: `The same again after one file changed (median of ${ROUNDS})`,
      measured: ms(matrix.one),
      target: '≤ 150 ms',
      met: matrix.one <= 150,
    },
  ];
}
