import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';
import { SetUpError } from './set-up-error.mjs';
import { which } from './which.mjs';

/** What each need is called by the package managers. Debian names were proved on a minimal Debian 12. */
const NAMES = {
  gtk: { apt: 'libgtk-3-0', dnf: 'gtk3', pacman: 'gtk3', zypper: 'libgtk-3-0' },
  nss: { apt: 'libnss3', dnf: 'nss', pacman: 'nss', zypper: 'mozilla-nss' },
  sound: { apt: 'libasound2', dnf: 'alsa-lib', pacman: 'alsa-lib', zypper: 'libasound2' },
  gbm: { apt: 'libgbm1', dnf: 'mesa-libgbm', pacman: 'mesa', zypper: 'libgbm1' },
  xvfb: { apt: 'xvfb', dnf: 'xorg-x11-server-Xvfb', pacman: 'xorg-server-xvfb', zypper: 'xorg-x11-server-Xvfb' },
  python: { apt: 'python3', dnf: 'python3', pacman: 'python', zypper: 'python3' },
  make: { apt: 'make', dnf: 'make', pacman: 'make', zypper: 'make' },
  compiler: { apt: 'g++', dnf: 'gcc-c++', pacman: 'gcc', zypper: 'gcc-c++' },
};

const INSTALL = {
  apt: 'apt-get install -y --no-install-recommends',
  dnf: 'dnf install -y',
  pacman: 'pacman -S --needed',
  zypper: 'zypper install -y',
};

/** The package manager of this system, or undefined. */
function manager() {
  if (which('apt-get')) return 'apt';
  return ['dnf', 'pacman', 'zypper'].find((name) => which(name));
}

/** Whether missing packages can be installed without asking anybody: root on Debian or Ubuntu. */
export function canInstall() {
  return process.getuid?.() === 0 && which('apt-get') !== undefined && isDebian();
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return existsSync('/etc/debian_version');
  }
}

/** The command a person would type for these needs, or undefined where the package manager is not known. */
export function installCommand(needs) {
  const name = manager();
  if (!name) return undefined;
  return `sudo ${INSTALL[name]} ${needs.map((need) => NAMES[need][name]).join(' ')}`;
}

/** The sentence for needs that cannot be met from here. */
export function missingSentence(what, needs) {
  const command = installCommand(needs);
  const next = command
    ? `Install what is missing with: ${command}`
    : `Install ${needs.join(', ')} with your package manager.`;
  return `${what} ${next}`;
}

/**
 * Installs what is needed with apt, as root.
 * @throws SetUpError with apt's output if it fails
 */
export async function install(needs, progress) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...args) => {
    const timer = setInterval(() => progress(`apt-get ${args[0]} is at work`), 1000);
    const result = await run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, output: 'capture' });
    clearInterval(timer);
    return result;
  };
  // Without fresh lists a slim image knows no package; with stale ones the versions may be gone from the mirror.
  const update = await apt('update');
  const names = [];
  for (const need of needs) names.push(await debianName(NAMES[need].apt));
  const result = await apt('install', '-y', '--no-install-recommends', ...names);
  if (result.code !== 0) {
    throw new SetUpError(`apt-get could not install ${names.join(' ')}: see its message above, then start again.`, {
      details: `${update.code === 0 ? '' : update.output}${result.output}`,
    });
  }
  return names;
}

/** Debian 13 and Ubuntu 24.04 renamed some libraries to NAMEt64 when time_t grew to 64 bits. */
async function debianName(name) {
  const { output } = await run('apt-cache', ['policy', `${name}t64`], { output: 'capture' });
  return /Candidate: (?!\(none\))\S/.test(output) ? `${name}t64` : name;
}
