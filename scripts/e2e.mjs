import { command } from './lib/command.mjs';
import { createReport } from './lib/report.mjs';
import { setUpElectron } from './lib/set-up.mjs';
import { playwright } from './lib/tools.mjs';

/** `npm run e2e [-- ARGS]`: the end-to-end tests against the built app; arguments go to Playwright. */
await command(async () => {
  const { env } = await setUpElectron(createReport());
  const args = process.argv.slice(2);
  const project = args.some((arg) => arg.startsWith('--project')) ? [] : ['--project=electron'];
  const { code } = await playwright([...args, ...project], { env });
  return code;
});
