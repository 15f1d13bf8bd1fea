import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { packageApp } from './lib/package-app.mjs';
import { inRoot } from './lib/paths.mjs';
import { createReport, secondsSince } from './lib/report.mjs';
import { endIfSignalled } from './lib/run.mjs';
import { setUpElectron } from './lib/set-up.mjs';
import { fromPlaywright, fromTap, fromVitest, inWords, NONE, plus, readCounts } from './lib/test-counts.mjs';
import { biome, nodeTest, playwright, typeScript, vitest } from './lib/tools.mjs';

const RESULTS = inRoot('test-results', 'counts');
const SCRIPT_TESTS = inRoot('scripts', 'test');

/** A step that runs tests: `group` is the line of the summary that its numbers go to. */
function tests(title, group, name, parse, start) {
  const file = join(RESULTS, name);
  return { title, group, run: () => start(file), counts: () => readCounts(file, parse) };
}

function endToEnd(title, project, env) {
  return tests(title, 'End-to-end tests', `${project}.json`, fromPlaywright, (file) =>
    playwright([`--project=${project}`], { env: { ...env, FORKSCOPE_TEST_RESULTS: file } }),
  );
}

const unitTests = tests('Unit tests', 'Unit tests', 'unit.json', fromVitest, (file) =>
  vitest(['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
);

const scriptTests = tests('Tests of the set-up scripts', 'Unit tests', 'scripts.tap', fromTap, (file) => {
  const files = readdirSync(SCRIPT_TESTS).filter((name) => name.endsWith('.test.mjs'));
  const reporters = ['spec', 'stdout', 'tap', file];
  const args = reporters.map((value, index) => `--test-reporter${index % 2 === 0 ? '' : '-destination'}=${value}`);
  return nodeTest([...args, ...files.map((name) => join(SCRIPT_TESTS, name))]);
});

function steps({ runtime, env }) {
  return [
    { title: 'Format and lint', run: () => biome(['check', '.']) },
    { title: 'Types', run: () => typeScript(['-b']) },
    unitTests,
    scriptTests,
    { title: 'Build', run: () => build({ output: 'inherit' }).then(() => ({ code: 0 })) },
    endToEnd('End-to-end tests', 'electron', env),
    { title: 'Package', run: () => packageApp(runtime).then(() => ({ code: 0 })) },
    endToEnd('End-to-end test of the packaged app', 'packaged', env),
  ];
}

/** `npm test`: everything, in order, up to the first failure; the last line holds the counts. */
await command(async () => {
  const start = performance.now();
  const electron = await setUpElectron(createReport(), { withBuild: false });
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const groups = new Map([
    ['Unit tests', NONE],
    ['End-to-end tests', NONE],
  ]);
  const times = [];
  let exitCode = 0;
  for (const step of steps(electron)) {
    console.log(`\n• ${step.title}`);
    const began = performance.now();
    exitCode = await attempt(step);
    endIfSignalled();
    times.push(`${exitCode === 0 ? '✓' : '✗'} ${step.title} (${secondsSince(began)})`);
    if (step.group) groups.set(step.group, plus(groups.get(step.group), step.counts()));
    if (exitCode !== 0) break;
  }
  console.log(`\n${times.join('\n')}`);
  if (exitCode !== 0) console.log(`npm test stops here with exit code ${exitCode}; later steps did not run.`);
  for (const [group, counts] of groups) console.log(`${group}: ${inWords(counts)}`);
  console.log(`Everything together took ${secondsSince(start)}.\n`);
  console.log(inWords([...groups.values()].reduce(plus, NONE)));
  return exitCode;
});

/** A step's exit code; a step that fails with a sentence says it here, so that the summary still follows. */
async function attempt(step) {
  try {
    return (await step.run()).code;
  } catch (error) {
    console.error(error.exitCode ? error.message : error);
    return error.exitCode ?? 1;
  }
}
