import { end } from './clean-up.mjs';
import { watchLauncher } from './launcher-watch.mjs';
import { holdSignals } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';

/** Runs one of the commands of package.json: its number is the exit code, an expected failure a sentence and code 1. */
export async function command(main) {
  holdSignals();
  watchLauncher();
  try {
    const code = await main();
    await end();
    process.exit(code ?? 0);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    if (error.details) process.stderr.write(`${error.details.trimEnd()}\n`);
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}
