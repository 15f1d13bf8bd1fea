import { runApp } from './lib/app.mjs';
import { command } from './lib/command.mjs';
import { createReport } from './lib/report.mjs';
import { setUpElectron } from './lib/set-up.mjs';

/** `npm start [-- ARGS]`: sets up what is missing and opens the app. */
await command(async () => {
  const report = createReport();
  const electron = await setUpElectron(report);
  report.note('Forkscope is starting');
  return runApp(electron, process.argv.slice(2));
});
