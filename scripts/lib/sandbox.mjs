import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetUpError } from './set-up-error.mjs';

const INIT_SYSTEMS = /^(systemd|init|runit|runit-init|s6-svscan|openrc-init|dinit|launchd)$/;

/** Whether this is a container: marked as one, or a system whose first process is no init system. */
export function isContainer() {
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true;
  if (/docker|kubepods|containerd|libpod|lxc/.test(read('/proc/1/cgroup'))) return true;
  if (/(^|\0)container=/.test(read('/proc/1/environ'))) return true;
  const first = read('/proc/1/comm').trim();
  return first !== '' && !INIT_SYSTEMS.test(first);
}

/**
 * Electron's switches about Chromium's sandbox: none, except as root in a container, where Chromium refuses to start
 * with it. Where the sandbox cannot start for another reason this fails with the step that mends it; it is never
 * switched off there.
 */
export function sandboxFlags(executable) {
  if (process.platform !== 'linux') return [];
  if (process.getuid() === 0) {
    if (isContainer()) return ['--no-sandbox'];
    throw new SetUpError("Chromium's sandbox does not work as root: start Forkscope as an ordinary user.");
  }
  if (canUseNamespaces() || hasHelper(executable)) return [];
  const helper = join(dirname(executable), 'chrome-sandbox');
  throw new SetUpError(
    "This system denies user namespaces to Chromium's sandbox: allow its helper with " +
      `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}, then start again.`,
  );
}

function canUseNamespaces() {
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns').trim() === '1') return false;
  if (read('/proc/sys/kernel/unprivileged_userns_clone').trim() === '0') return false;
  const probe = spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' });
  // Without the tool there is nothing to judge by: let Chromium find out.
  return probe.error !== undefined || probe.status === 0;
}

function hasHelper(executable) {
  const stats = statSync(join(dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false });
  return stats !== undefined && stats.uid === 0 && (stats.mode & 0o4111) === 0o4111;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
