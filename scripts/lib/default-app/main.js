/**
 * Stands in for Electron's own default app in the fallback runtime: `electron [-r MODULE] [switches] APP_FOLDER …`.
 *
 * It must be an ES module that awaits the app's main file: Electron holds back `ready` only until the entry module
 * has loaded, and some calls (privileged schemes) are allowed only before that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

function readArguments(args) {
  const modules = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === '-r' || argument === '--require') {
      index += 1;
      modules.push(args[index]);
    } else if (!argument.startsWith('-')) {
      return { modules, target: argument };
    }
  }
  return { modules, target: undefined };
}

function describe(target) {
  const path = resolve(target);
  const file = join(path, 'package.json');
  if (!existsSync(file)) return { folder: dirname(path), main: path };
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  return { folder: path, main: join(path, manifest.main ?? 'index.js'), manifest };
}

const { modules, target } = readArguments(process.argv.slice(1));
try {
  if (!target) throw new Error('Name the folder of an app: electron APP_FOLDER');
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  const require = createRequire(import.meta.url);
  for (const module of modules) require(resolve(module));
  const { folder, main, manifest } = describe(target);
  if (manifest?.version) app.setVersion(manifest.version);
  if (manifest?.productName ?? manifest?.name) app.name = manifest.productName ?? manifest.name;
  app.setAppPath(folder);
  await import(pathToFileURL(main).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
