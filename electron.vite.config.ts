import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { exportViewer } from './viewer.vite.config.ts';

/** Build targets follow the oldest runtime the tests run on (Electron 33: Node 20.18, Chromium 130), not the newest. */
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: { exclude: [] },
      rolldownOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          cli: resolve('src/cli/index.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), exportViewer()],
    build: { target: CHROME_TARGET, minify: true, rolldownOptions: { input: resolve('src/renderer/index.html') } },
  },
});
