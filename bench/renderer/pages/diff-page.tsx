import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../../../src/renderer/ui/tokens.css';
import '../../../src/renderer/ui/base.css';
import { createRoot } from 'react-dom/client';
import { fold } from '../../../src/core/session/reduce.ts';
import { EMPTY_SESSION } from '../../../src/core/session/state.ts';
import { DiffPane } from '../../../src/renderer/panes/diff-pane.tsx';
import { sessionStore } from '../../../src/renderer/stores/session-store.ts';
import { benchLog } from './bench-log.ts';
import { recordFrames } from './frames.ts';

const count = Number(new URLSearchParams(location.search).get('count') ?? 5_000);
const BRANCH = 'b1';

/** A file of two hunks, about twenty changed lines, in one of a hundred folders. */
function filePatch(index: number): string {
  const path = `src/area-${index % 100}/part-${index % 7}/file-${index}.ts`;
  const context = (from: number) => [0, 1, 2].map((line) => `   const kept${from + line} = other(${index});`);
  const changed = (from: number) =>
    Array.from({ length: 5 }, (_, line) => [
      `-  const value${line} = compute('${index}', ${from});`,
      `+  const value${line} = await compute('${index}', ${from + line}, \`part \${${line}}\`);`,
    ]).flat();
  const hunk = (from: number) =>
    [
      `@@ -${from},11 +${from},11 @@ function f${index}() {`,
      ...context(from),
      ...changed(from),
      ...context(from + 8),
    ].join('\n');
  return `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunk(10)}\n${hunk(60)}\n`;
}

const patch = Array.from({ length: count }, (_, index) => filePatch(index)).join('');
const log = benchLog(4, 1, Date.now());
const state = fold(EMPTY_SESSION, [
  ...log,
  {
    type: 'worktree-created',
    branch: BRANCH,
    path: '/w',
    baseCommit: 'abcdef1234',
    gitBranch: null,
    notices: [],
    seq: log.length + 1,
    at: Date.now(),
  },
]);
const call = async (name: string) =>
  name === 'branch.diff' ? { ok: true, value: { patch } } : { ok: true, value: null };
Object.assign(window, { forkscope: { call, on: () => () => {} } });
sessionStore.setState({ sessionId: 's1', state, phase: 'open' });

/** What the page offers to the process that measures it. */
const diffBench = {
  bytes: patch.length,
  /** Milliseconds from opening the pane to the frame that shows the first lines of code. */
  open(): Promise<number> {
    const root = document.getElementById('root');
    if (!root) throw new Error('the page has no root');
    root.style.height = '100vh';
    const begun = performance.now();
    createRoot(root).render(<DiffPane branch={BRANCH} />);
    return new Promise((done) => {
      const look = () => {
        if (document.querySelector('.diff-file td')) requestAnimationFrame(() => done(performance.now() - begun));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  },
  /** Frames while somebody scrolls at a speed, in CSS pixels a frame. */
  scroll(milliseconds: number, pixels: number): Promise<number[]> {
    const box = document.querySelector('.diff-files');
    return recordFrames(milliseconds, () => {
      if (box) box.scrollTop += pixels;
    });
  },
};
Object.assign(window, { diffBench });
document.documentElement.dataset.ready = 'yes';
