/** Files of the system that a command may always name: nothing is kept in them. */
const HARMLESS = /^\/dev\/(null|zero|stdin|stdout|stderr|tty|fd\/\d+)$/;
const WINDOWS_ROOT = /^[a-z]:[\\/]/i;

/** True for a word that names a place outside the folder `root` (absolute), as far as its letters tell. */
export function isOutside(word: string, root: string): boolean {
  const path = pathIn(word);
  if (path === null || HARMLESS.test(path)) return false;
  if (/^~|^\$\{?HOME\b|^\$\{?TMPDIR\b/.test(path)) return true;
  const absolute = path.startsWith('/') || WINDOWS_ROOT.test(path);
  const whole = absolute ? path : `${root}/${path}`;
  const [place, base] = [parts(whole), parts(root)];
  return base.some((part, at) => place[at] !== part);
}

/** The path in a word: of `--flag=/path` what stands behind the sign; null for addresses and words without a path. */
function pathIn(word: string): string | null {
  const value = /^-{1,2}[\w-]+=(.+)$/.exec(word)?.[1] ?? /^-[A-Za-z](\/.+|~.*)$/.exec(word)?.[1] ?? word;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(value) || /^[\w.-]+@[\w.-]+:/.test(value)) return null;
  if (value.startsWith('-')) return null;
  // Searches and replacements look like paths: s/a/b/, /word/d.
  if (/^s(.).*\1.*\1[gimp]*$/.test(value) || (/^\/.*\/[dpq]?$/.test(value) === true && /[\\^$*+?|()[\]]/.test(value)))
    return null;
  return value === '..' || /[\\/]|^~|^\$\{?HOME/.test(value) ? value : null;
}

function parts(path: string): string[] {
  const kept: string[] = [];
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return kept;
}
