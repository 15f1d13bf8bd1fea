import type { Finding } from './secret-kinds.ts';

const LOCAL = /[\w.%+-]{1,64}$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}([A-Za-z]{2,24})(?![\w-])/;
/** Ends of file names, as in `icon@2x.png`. */
const FILE_ENDS = /^(?:png|jpe?g|gif|webp|svg|avif|pdf|css|jsx?|tsx?|json|html?|py|rs|toml|ya?ml|txt|zip|gz)$/i;

/** Addresses of people. `git@host` is how repositories are named, and stays. */
export function findEmails(text: string): Finding[] {
  const found: Finding[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const run = LOCAL.exec(text.slice(Math.max(0, at - 64), at))?.[0] ?? '';
    // Behind a backslash the first letter is a written line break.
    const isEscaped = text[at - run.length - 1] === '\\' && /^[nrt]/.test(run);
    const local = run.slice(isEscaped ? 1 : 0).replace(/^[.%+-]+/, '');
    if (local === '' || local === 'git') continue;
    const domain = DOMAIN.exec(text.slice(at + 1, at + 256));
    if (!domain || FILE_ENDS.test(domain[1] ?? '')) continue;
    found.push({ kind: 'email', start: at - local.length, end: at + 1 + domain[0].length });
  }
  return found;
}

const NAME = '[\\p{L}\\p{N}_.-]{1,64}';
/** A path begins behind no letter, but behind a written line break or a compiler's `-I`. */
const AT_PATH = '(?:(?<![\\p{L}\\p{N}_.~-])|(?<=\\\\[nrt])|(?<=\\s-[A-Za-z]))';
const UNIX = new RegExp(`(?=/)${AT_PATH}(?:/var)?/(?:home|Users)/(?!Shared(?![\\p{L}\\p{N}_.-]))${NAME}`, 'gu');
/** With single separators, or doubled as in a quoted text. A name with blanks must be followed by a separator. */
const WINDOWS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:/mnt)?/[a-z]|[A-Za-z]:)[\\\\/]{1,4}Users[\\\\/]{1,4}(?!Public(?![\\p{L}\\p{N}_.-]))(?:[\\p{L}\\p{N}_.-]{1,40}(?: [\\p{L}\\p{N}_.-]{1,40}){1,3}(?=[\\\\/])|${NAME})`,
  'gu',
);
/** As some tools name a project's folder: the path with its separators made dashes. */
const DASHED = /(?<![\p{L}\p{N}])-(?:home|Users)-[\p{L}\p{N}_.]{1,64}(?=-)/gu;

/** Home folders of people, without what lies in them. `homes` are folders that are known to be one. */
export function findHomePaths(text: string, homes: readonly string[]): Finding[] {
  const found: Finding[] = [];
  const add = (start: number, length: number): void => {
    found.push({ kind: 'home-path', start, end: start + length });
  };
  if (/home|Users/.test(text)) {
    for (const shape of [UNIX, WINDOWS, DASHED])
      for (const match of text.matchAll(shape)) add(match.index, match[0].length);
  }
  for (const home of homes) {
    for (let at = text.indexOf(home); at >= 0; at = text.indexOf(home, at + home.length)) {
      if (!/[\w.-]/.test(text[at + home.length] ?? '')) add(at, home.length);
    }
  }
  return found;
}
