import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { SessionEvent } from '../../core/session/events.ts';
import type { SessionOptions } from '../../shared/contract.ts';
import type { Session } from '../agent/session.ts';
import type { Answer, AnswerPart } from '../demo/answer.ts';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';
import type { WireRequest } from '../demo/wire.ts';
import { Engine } from '../engine.ts';
import { MemorySecrets, SettingsStore } from '../settings/settings-store.ts';

/** A real engine on a real repository, with the embedded model on loopback. Everything lies in one temporary folder. */
export interface TestEngine {
  readonly home: string;
  readonly repository: string;
  readonly model: DemoServer;
  readonly engine: Engine;
  /** Another engine on the same data folder, as after a restart. */
  restart(): Promise<Engine>;
  create(options?: Partial<SessionOptions>): Promise<Session>;
  git(...args: string[]): Promise<string>;
  dispose(): Promise<void>;
}

export async function startTestEngine(env: NodeJS.ProcessEnv = {}, dataFolder?: string): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'forkscope-engine-'));
  const home = dataFolder ?? join(folder, 'home');
  const repository = join(folder, 'repository');
  const model = await startDemoServer({ latency: 'fast' });
  const engines: Engine[] = [];
  const makeEngine = () => {
    const made = new Engine({
      home,
      resources: join(import.meta.dirname, '../../../resources'),
      env: { FORKSCOPE_DEMO_URL: model.url, ...env },
      settings: new SettingsStore(home),
      secrets: new MemorySecrets(),
      demoLatency: 'fast',
    });
    engines.push(made);
    return made;
  };
  await execa('git', ['init', '-q', '-b', 'main', repository]);
  const git = async (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    const { stdout } = await execa('git', [...identity, ...args], { cwd: repository });
    return stdout;
  };
  await writeFile(join(repository, 'notes.txt'), 'one\ntwo\nthree\n');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'Begin');
  const engine = makeEngine();
  return {
    home,
    repository,
    model,
    engine,
    git,
    async restart() {
      await Promise.all(engines.map((open) => open.close()));
      return makeEngine();
    },
    create: (options = {}) =>
      engine.create({
        workspace: repository,
        prompt: 'go',
        provider: 'demo',
        approval: 'all',
        isolation: 'none',
        maxForks: 8,
        budget: null,
        ...options,
      }),
    async dispose() {
      await Promise.all(engines.map((open) => open.close()));
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An answer of the scripted model. */
export function say(text: string): Answer {
  return { parts: [{ type: 'text', text }] };
}

export function ask(...calls: readonly { name: string; args: Record<string, unknown> }[]): Answer {
  return { parts: calls.map((call): AnswerPart => ({ type: 'call', ...call })) };
}

/** The texts of the last content of a request, joined. */
export function lastText(request: WireRequest): string {
  const parts = request.contents?.at(-1)?.parts ?? [];
  return parts.map((part) => part.text ?? '').join('\n');
}

/** Waits for an event that fits; looks at past ones first. */
export function eventOf(session: Session, fits: (event: SessionEvent) => boolean): Promise<SessionEvent> {
  const past = session.pastEvents().find(fits);
  if (past) return Promise.resolve(past);
  return new Promise((resolve) => {
    const stop = session.subscribe((event) => {
      if (!fits(event)) return;
      stop();
      resolve(event);
    });
  });
}
