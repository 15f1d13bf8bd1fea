/**
 * What the demo session asks first. The three parts touch different files: the source of the bug, the command line
 * with a new test, and the README.
 */
export const DEMO_PROMPT = `Get to know this project first: read all of its files.

Then fork into three, in parallel:
1. Run the tests until they pass: one of them fails, so find the bug and fix it in the source, not in the test.
2. Add a --json option to bin/low-water.js that prints the day as JSON, with a test of its own, and run that test.
3. Fill the gap in the README: document the harbours and the options of the command line, then run \`npm run week\` to see the harbours with your own eyes.`;
