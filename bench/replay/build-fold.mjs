import { join } from 'node:path';
import { build } from 'vite';

/** Bundles the fold for plain Node; answers its address. */
export async function buildFold(root) {
  const outDir = join(root, 'out', 'bench-replay');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: { fold: join(root, 'bench', 'replay', 'fold.ts') } },
    },
  });
  return join(outDir, 'fold.js');
}
