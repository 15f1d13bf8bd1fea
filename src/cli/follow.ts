import type { SessionEvent } from '../core/session/events.ts';
import { textOf } from '../core/session/message.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import { loadPrices } from '../engine/settings/prices.ts';
import { FollowedSessions } from '../engine/transcripts/import/followed-sessions.ts';
import type { PathsStep } from '../engine/transcripts/import/import-paths.ts';
import { runImport } from '../engine/transcripts/import/run-import.ts';
import { print } from './host.ts';
import { catchSignals } from './signals.ts';

/**
 * `import --follow`: imports one transcript, prints what its tool writes while it writes it, and stores it all when a
 * signal ends it. That is its ordinary end: the exit code is 0 then.
 */
export async function followPath(home: string, paths: readonly string[], json: boolean): Promise<number> {
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0)
    throw new EngineFault('usage', 'Name one path with --follow. Import the others without it.');
  const sessionId = await importOne(home, path);
  const followed = new FollowedSessions(home, async () => {});
  await followed.start(sessionId, {
    onEvent: (event) => tell(event, json),
    onRestart: () => {
      if (!json) print('The transcript was rewritten. From here on it is told anew:');
      for (const event of followed.get(sessionId)?.pastEvents() ?? []) tell(event, json);
    },
    onFault: (message) => process.stderr.write(`${message}\n`),
  });
  await catchSignals().caught;
  await followed.close();
  process.stderr.write(`Stored as ${sessionId}.\n`);
  return 0;
}

async function importOne(home: string, path: string): Promise<string> {
  const steps: PathsStep[] = [];
  await runImport(
    { kind: 'paths', home, paths: [path], prices: loadPrices(home) },
    { onStep: (told) => told.kind === 'paths' && steps.push(told.step) },
  );
  const fault = steps.find((step) => step.kind === 'fault');
  if (fault) throw new EngineFault('foreign', fault.message);
  const sessions = steps.flatMap((step) => (step.kind === 'session' ? [step.session.sessionId] : []));
  const [only] = sessions;
  if (only === undefined || sessions.length > 1)
    throw new EngineFault('several', `${path} holds ${sessions.length} separate conversations. Name one file of it.`);
  return only;
}

/** One line for a person: who said what in which branch; the rest only as JSON. */
function tell(event: SessionEvent, json: boolean): void {
  if (json) print(JSON.stringify(event));
  else if (event.type === 'message-added') {
    const text = textOf(event.message).trim().split('\n')[0] ?? '';
    if (text !== '') print(`${event.branch}  ${event.author}: ${text.slice(0, 160)}`);
  } else if (event.type === 'tool-started') print(`${event.branch}  ${event.title}`);
  else if (event.type === 'branch-created') print(`${event.branch}  begins: ${event.title}`);
}
