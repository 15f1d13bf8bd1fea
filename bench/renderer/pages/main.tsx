import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../../../src/renderer/ui/tokens.css';
import '../../../src/renderer/ui/base.css';
import { canvasStore } from '../../../src/renderer/canvas/canvas-store.ts';
import { benchLog } from './bench-log.ts';
import './bench-window.ts';
import { fold } from '../../../src/core/session/reduce.ts';
import { EMPTY_SESSION } from '../../../src/core/session/state.ts';
import { showPlainPage } from './plain-page.tsx';
import { showTreePage } from './tree-page.tsx';

const question = new URLSearchParams(location.search);
const count = Number(question.get('count') ?? 300);
const live = Number(question.get('live') ?? 32);
const log = benchLog(count, live, Date.now());

async function begin(): Promise<void> {
  if (question.get('page') === 'tree') {
    await showTreePage(log, live);
    return;
  }
  // The same places as the tree's, so that both pages have the same amount in view.
  const { setBox, sync } = canvasStore.getState();
  setBox({ width: 1_184, height: 740 });
  sync('s1', fold(EMPTY_SESSION, log));
  const { nodes, edges, places } = canvasStore.getState();
  await showPlainPage(
    nodes.map(({ id }) => ({
      id,
      position: places.get(id) ?? { x: 0, y: 0 },
      data: { label: id },
      style: { width: 304, height: 184 },
    })),
    edges.map(({ id, source, target }) => ({ id, source, target })),
  );
}

void begin().then(() => {
  document.documentElement.dataset.ready = 'yes';
});
