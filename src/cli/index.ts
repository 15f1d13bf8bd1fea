import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { STATISTICS_TABLES } from '../core/statistics/statistics-csv.ts';
import { startDemoServer } from '../engine/demo/demo-server.ts';
import { asFault, EngineFault } from '../engine/engine-fault.ts';
import { dataFolder } from '../engine/transcripts/session-folder.ts';
import { capYoungGeneration } from '../engine/young-generation.ts';
import { sessionOptions } from '../shared/contract.ts';
import { agents } from './agents.ts';
import { deleteSession } from './delete-session.ts';
import { exportSession } from './export.ts';
import { followPath } from './follow.ts';
import { createEngine, latencyOf, print, RESOURCES } from './host.ts';
import { importAll } from './import.ts';
import { prefix } from './prefix.ts';
import { run } from './run.ts';
import { sessions, show } from './show.ts';
import { catchSignals } from './signals.ts';
import { printStatistics } from './statistics.ts';
import { worktreeCommand } from './worktree-command.ts';

capYoungGeneration();

const { env } = process;

/** Faults of what was asked for, not of the run. */
const BAD_USAGE: ReadonlySet<string> = new Set([
  'not-found',
  'not-a-folder',
  'not-a-repository',
  'unreadable-repository',
  'no-commit',
  'bare',
  'foreign',
  'several',
  'settings',
  'usage',
  'no-worktree',
  'not-changed',
  'no-such-hunk',
  'no-backup',
]);

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidArgumentError('Give a number above 0.');
  return value;
}

function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };
}

function words(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Give it some text.');
  return text;
}

const program = new Command('forkscope')
  .description('Runs a coding agent on a git repository, forks its conversation, and shows what the forks share.')
  .version(packageFile.version, '-v, --version', 'print the version')
  .exitOverride()
  .showHelpAfterError('Run with --help to see what is possible.');

program
  .command('run')
  .description('run a session to its end')
  .requiredOption('--workspace <dir>', 'a git repository', words)
  .requiredOption('--prompt <text>', 'what the agent is to do', words)
  .addOption(new Option('--provider <id>').choices(['demo', 'gemini', 'openai', 'anthropic']).default('demo'))
  .option('--model <name>', "the provider's default when left out", words)
  .addOption(
    new Option('--isolation <mode>', 'own worktree for each fork, or none')
      .choices(['worktree', 'none'])
      .default('worktree'),
  )
  .addOption(
    new Option('--approve <what>', 'what runs without asking').choices(['all', 'edits', 'none']).default('edits'),
  )
  .option('--max-forks <n>', 'forks that run at once', wholeNumber(64), 8)
  .option('--budget <usd>', 'stop before the request that would go over it', positiveNumber)
  .option('--json', 'print every event as a line, and a summary as the last one', false)
  .action(async ({ approve, json, budget, ...options }) => {
    const parsed = sessionOptions.parse({ ...options, approval: approve, budget: budget ?? null });
    process.exitCode = await run(createEngine(env), parsed, json);
  });

program
  .command('sessions')
  .description('list stored sessions')
  .option('--json', 'as JSON', false)
  .action(({ json }) => sessions(createEngine(env), json));

program
  .command('delete')
  .description("move a session into the trash; for good also what it kept of its forks' files")
  .argument('<session>', 'a session id, or its end')
  .option('--for-good', 'out of the trash too: nothing brings it back; its worktrees stay', false)
  .option('--json', 'as JSON', false)
  .action((target, options) => deleteSession(createEngine(env), target, options));

program
  .command('show')
  .description('summary of a session, or of a transcript of another tool')
  .argument('<session>', 'a session id, or the path of a file or folder')
  .option('--json', 'as JSON', false)
  .action((target, { json }) => show(createEngine(env), dataFolder(env), target, json));

program
  .command('statistics')
  .description("where a session's time and money went, by branch, by tool, over time, and by file")
  .argument('<session>', 'a session id, or the path of a file or folder')
  .addOption(new Option('--table <name>', 'which numbers').choices([...STATISTICS_TABLES]).default('branches'))
  .option('--json', 'all of them as JSON instead of one table as CSV', false)
  .action((target, { table, json }) => printStatistics(createEngine(env), dataFolder(env), target, { table, json }));

program
  .command('import')
  .description('import transcripts of Claude Code, Qwen Code, Gemini CLI, Codex or Cline; the files are only read')
  .argument('<path...>', 'files or folders')
  .option('--follow', 'go on while the tool still writes it, until Ctrl+C; one path', false)
  .option('--json', 'a line of JSON for each session; with --follow, for each event', false)
  .action(async (paths, { json, follow }) => {
    const home = dataFolder(env);
    process.exitCode = follow ? await followPath(home, paths, json) : await importAll(home, paths, json);
  });

program
  .command('prefix')
  .description('what each branch shares with its parent, byte for byte')
  .argument('<session>', 'a session id')
  .option('--json', 'as JSON', false)
  .action((target, { json }) => prefix(createEngine(env), dataFolder(env), target, json));

program
  .command('agents')
  .description('which agents can be started, and what is wrong with their files')
  .option('--workspace <dir>', 'default: the current folder', '.')
  .option('--check', 'only what is wrong; exit code 1 when a file cannot be used', false)
  .option('--json', 'as JSON', false)
  .action(async (options) => {
    process.exitCode = await agents(createEngine(env), dataFolder(env), options);
  });

program
  .command('export')
  .description('write a session into one file; keys, addresses and home folders are taken out')
  .argument('<session>', 'a session id')
  .requiredOption('-o, --output <file>', 'where to', words)
  .addOption(
    new Option('--format <what>', "a page, a document, the events, or everything; else by the file's end").choices([
      'html',
      'md',
      'jsonl',
      'bundle',
    ]),
  )
  .option('--redact', 'take secrets and personal paths out (this is the default)')
  .option('--no-redact', 'write everything as it is')
  .option('--pattern <regex...>', 'more to take out, beside the patterns of the settings', [])
  .action(async (target, { redact, ...options }) => {
    const place = { home: dataFolder(env), resources: RESOURCES };
    process.exitCode = await exportSession(createEngine(env), place, target, { redact: redact !== false, ...options });
  });

program.addCommand(worktreeCommand(() => createEngine(env)));

program
  .command('demo-server')
  .description('the embedded model alone, for other clients')
  .option('--port <n>', 'default: one that is free', wholeNumber(65_535))
  .action(async ({ port }) => {
    const latency = latencyOf(env.FORKSCOPE_DEMO_LATENCY);
    const server = await startDemoServer({ port, latency }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
      const why = error.code === 'EACCES' ? 'may not be used' : 'is taken';
      throw new EngineFault('usage', `The port ${port} ${why}. Choose another one, or leave --port out.`);
    });
    print(server.url);
    await catchSignals().caught;
    await server.close();
    process.exit(0);
  });

/** A reader that went away (`| head`) is no fault of the run. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  // The packaged command runs in Electron as plain Node: without the word, arguments would be counted in another way.
  await program.parseAsync(process.argv, { from: 'node' });
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { code, message } = asFault(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = BAD_USAGE.has(code) ? 2 : 1;
  }
}
