import './fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './viewer.css';
import './viewer-parts.css';
import './print.css';
import { createRoot, type Root } from 'react-dom/client';
import { loadExport, loadPreview } from './load-export.ts';
import { Viewer } from './viewer.tsx';
import { openExport, openPreview, tellProgress } from './viewer-store.ts';
import { connectViewerTheme } from './viewer-theme.ts';

connectViewerTheme();
const element = document.getElementById('root');
if (element) void open(element);

/** The first screen of a long session, then all of it. */
async function open(element: HTMLElement): Promise<void> {
  let root: Root | null = null;
  try {
    const preview = await loadPreview();
    if (preview) {
      openPreview(preview);
      root = createRoot(element);
      root.render(<Viewer />);
      await painted();
    }
    openExport(await loadExport(tellProgress));
    if (root) return;
    root = createRoot(element);
    root.render(<Viewer />);
  } catch (error) {
    root?.unmount();
    const why = error instanceof Error ? error.message : String(error);
    element.textContent = `This export cannot be opened: ${why} Ask for the file again.`;
    element.className = 'viewer-fault';
  }
}

/** After the next two pictures, or a moment later where none is drawn, as in a tab that nobody sees. */
function painted(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 300);
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });
}
