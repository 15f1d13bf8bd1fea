import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

/** Browsers of 2023 and later: what inflates the data is not in older ones. */
const TARGET = ['chrome110', 'firefox115', 'safari16.4'];
const FOLDER = resolve('out/viewer');

/** After the app's own build: the page that exports are made from, as one file with everything in it. */
export function exportViewer(): Plugin {
  return {
    name: 'forkscope-export-viewer',
    apply: 'build',
    async closeBundle() {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(resolve(FOLDER, 'index.html'), await buildViewer());
    },
  };
}

async function buildViewer(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: resolve('src/renderer/export-viewer'),
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: TARGET,
      minify: true,
      cssCodeSplit: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: resolve('src/renderer/export-viewer/main.tsx'), output: { format: 'iife' } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : [])).join('\n');
  const style = outputs.flatMap((each) =>
    each.type === 'asset' && each.fileName.endsWith('.css') ? [String(each.source)] : [],
  );
  return pageOf(script, style.join('\n'));
}

/**
 * The places in capitals are filled by the export. The policy lets this very script and these very styles in, and nothing
 * else: whatever a model wrote, it cannot run, and nothing can be fetched.
 */
function pageOf(code: string, style: string): string {
  // Neither may end its own element.
  const script = code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>%FORKSCOPE-TITLE%</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="root"><p class="viewer-opening">Opening the session…</p></div>',
    '<noscript>This page needs JavaScript to unpack the session that it carries.</noscript>',
    '<script type="text/plain" id="forkscope-preview">%FORKSCOPE-PREVIEW%</script>',
    // Before the data: the first screen is drawn while the browser still reads what follows.
    `<script>${script}</script>`,
    '%FORKSCOPE-DATA%',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
