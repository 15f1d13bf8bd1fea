import './fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './viewer.css';
import './viewer-parts.css';
import './print.css';
import { createRoot } from 'react-dom/client';
import { loadExport } from './load-export.ts';
import { Viewer } from './viewer.tsx';
import { openExport } from './viewer-store.ts';
import { connectViewerTheme } from './viewer-theme.ts';

connectViewerTheme();
const root = document.getElementById('root');
const data = document.getElementById('forkscope-data');
if (root && data) {
  loadExport(data.textContent ?? '')
    .then((loaded) => {
      // Nobody reads it again, and it is the largest part of the page.
      data.remove();
      openExport(loaded);
      createRoot(root).render(<Viewer />);
    })
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      root.textContent = `This export cannot be opened: ${why} Ask for the file again.`;
      root.className = 'viewer-fault';
    });
}
