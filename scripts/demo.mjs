import { runApp } from './lib/app.mjs';
import { command } from './lib/command.mjs';
import { createReport } from './lib/report.mjs';
import { setUpElectron } from './lib/set-up.mjs';

const LIMIT_MS = 10 * 60 * 1000;
const KILL_AFTER_MS = 5000;

/** `npm run demo`: the app runs its demo session by itself, prints the tree, saves demo.png and ends. */
await command(async () => {
  const report = createReport();
  const electron = await setUpElectron(report);
  report.note('The demo session is starting');
  let timer;
  let late = false;
  const started = (child) => {
    timer = setTimeout(() => {
      late = true;
      child.kill('SIGTERM');
      timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    }, LIMIT_MS);
  };
  const code = await runApp(electron, ['--demo-run', ...process.argv.slice(2)], { started });
  clearTimeout(timer);
  if (!late) return code;
  process.stderr.write(`The demo did not end within ${LIMIT_MS / 60_000} minutes and was stopped: start it again.\n`);
  return code || 1;
});
