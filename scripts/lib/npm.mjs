import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How to call the npm that started us, or the one on PATH. Returns the program and its first arguments. */
export function npmCommand(env = process.env) {
  const script = env.npm_execpath;
  if (script && /npm-cli\.[cm]?js$/.test(script) && existsSync(script)) return [process.execPath, [script]];
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (process.platform === 'win32' && existsSync(beside)) return [process.execPath, [beside]];
  return ['npm', []];
}

/**
 * The environment for npm. Native modules compile against Node's headers; when this Node brings them along they are
 * used, so that node-gyp need not fetch them.
 */
export function npmEnvironment(env = process.env) {
  const prefix = dirname(dirname(process.execPath));
  const headers = join(prefix, 'include', 'node', 'node_api.h');
  if (env.npm_config_nodedir || !existsSync(headers)) return { ...env };
  return { ...env, npm_config_nodedir: prefix };
}
