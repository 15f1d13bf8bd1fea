import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

const AUTHOR = ['-c', 'user.name=Forkscope demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false'];

/** Copies the demo project to a new folder and makes it a git repository with one commit. */
export async function makeDemoRepository(resources: string, target: string): Promise<string> {
  copyTree(join(resources, 'demo-repo'), target);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...args: string[]) => execa('git', args, { cwd: target, env, extendEnv: false });
  await git('init', '-q', '-b', 'main');
  await git('add', '-A');
  await git(...AUTHOR, 'commit', '-q', '-m', 'Begin');
  return target;
}

/** File by file, because the packaged app's archive is readable but cannot be copied as a folder. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else writeFileSync(target, readFileSync(source), { mode: statSync(source).mode });
  }
}
