import { isOutside } from './outside-paths.ts';
import type { Risk, RiskMark } from './risk.ts';
import { type ShellCommand, shellCommands } from './shell-words.ts';

interface Rule {
  readonly risk: Risk;
  /** The command's name. */
  readonly name: RegExp;
  /** What its arguments, joined by blanks, must contain; absent when the name alone says it. */
  readonly args?: RegExp;
}

const INSTALLERS = /^(npm|pnpm|yarn|bun)$/;
const FIRST = (words: string): RegExp => new RegExp(`^(-[cC] \\S+ |-\\S+ )*(${words})( |$)`);

const RULES: readonly Rule[] = [
  { risk: 'delete', name: /^(rm|rmdir|unlink|shred|trash|del|erase|mkfs(\.\w+)?|wipefs)$/ },
  { risk: 'delete', name: /^find$/, args: /(^| )-(delete|exec(dir)? (rm|unlink|shred)\b)/ },
  { risk: 'delete', name: /^git$/, args: FIRST('clean|rm|stash (drop|clear)|worktree remove|update-ref -d') },
  {
    risk: 'delete',
    name: /^git$/,
    args: /^(-\S+ )*(reset\b.*--hard|branch\b.* (-D|--delete)\b|branch -[dD]\b|tag -d\b|(checkout|restore)\b.*( \.$| -- ))/,
  },
  { risk: 'delete', name: /^(docker|podman)$/, args: /^(rm|rmi|(system|volume|image|container) (prune|rm))\b/ },
  { risk: 'delete', name: /^(truncate|dd)$/, args: /(^| )(-s|--size|of=)/ },
  { risk: 'delete', name: /^(rsync)$/, args: /--delete/ },
  { risk: 'push', name: /^git$/, args: FIRST('push|send-email') },
  { risk: 'push', name: INSTALLERS, args: /^publish\b/ },
  { risk: 'push', name: /^(cargo|twine|gem|poetry|uv|flit)$/, args: /^(publish|upload|push)\b/ },
  { risk: 'push', name: /^(docker|podman|helm)$/, args: /^(image )?push\b/ },
  { risk: 'push', name: /^(gh|glab)$/, args: /\b(create|merge|close|comment|edit|delete|release|upload|sync)\b/ },
  { risk: 'push', name: /^(terraform|kubectl|pulumi)$/, args: /^(apply|destroy|delete|up)\b/ },
  { risk: 'install', name: INSTALLERS, args: FIRST('i|install|ci|add|dlx|exec|x|create|update|up|upgrade|link') },
  { risk: 'install', name: /^(npx|bunx|pipx|uvx)$/ },
  {
    risk: 'install',
    name: /^(pip|pip3|gem|go|cargo|brew|snap|conda|composer|bundle|poetry|uv|rustup)$/,
    args: FIRST('install|add|get|require|update|upgrade|sync|pip install|tool install|toolchain install'),
  },
  {
    risk: 'install',
    name: /^(apt|apt-get|dnf|yum|zypper|apk|pacman|port|choco|winget)$/,
    args: /(^| )(install|add|upgrade|update|-S\w*)( |$)/,
  },
  { risk: 'install', name: /^python3?$/, args: /^-m (pip|ensurepip) / },
  {
    risk: 'network',
    name: /^(curl|wget|aria2c|ssh|scp|sftp|ftp|telnet|nc|ncat|socat|ping|dig|nslookup|host|traceroute|gh|glab|aws|gcloud|az|kubectl|http|https)$/,
  },
  {
    risk: 'network',
    name: /^git$/,
    args: FIRST('clone|fetch|pull|push|ls-remote|remote update|submodule update|send-email'),
  },
  { risk: 'network', name: /^(docker|podman)$/, args: /^(image )?(pull|push|login|build|run)\b/ },
  { risk: 'network', name: /^(rsync)$/, args: /(^| )[\w.-]+(@[\w.-]+)?:/ },
];

/** Commands that run another one: it is judged in their place. */
const WRAPPERS =
  /^(sudo|doas|env|nohup|time|nice|ionice|command|exec|builtin|xargs|timeout|watch|stdbuf|setsid|caffeinate|then|do|else|if|while|until|!)$/;
const SHELLS = /^(sh|bash|zsh|dash|ksh|fish)$/;

/** What a command line would do that a person may want to know before allowing it. Each risk once, with its words. */
export function commandRisks(line: string, root: string): RiskMark[] {
  return shellCommands(line).flatMap((command) => risksOfCommand(command, root));
}

function risksOfCommand(command: ShellCommand, root: string): RiskMark[] {
  const words = unwrapped(command.words);
  const [first = '', ...rest] = words;
  const name =
    first
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? '';
  const said = words.join(' ');
  const found: RiskMark[] = [];
  if (SHELLS.test(name)) {
    const script = rest[rest.findIndex((word) => /^-\w*c$/.test(word)) + 1];
    if (rest.some((word) => /^-\w*c$/.test(word)) && script !== undefined) found.push(...commandRisks(script, root));
    // What comes through the pipe is run: nobody has read it.
    else if (command.piped && rest.every((word) => word.startsWith('-')))
      found.push({ risk: 'install', because: `| ${said}` });
  }
  if (name === 'eval') found.push(...commandRisks(rest.join(' '), root));
  const args = rest.join(' ');
  for (const { risk, name: named, args: wanted } of RULES) {
    if (named.test(name) && (wanted === undefined || wanted.test(args))) found.push({ risk, because: said });
  }
  if (name === 'yarn' && rest.length === 0) found.push({ risk: 'install', because: said });
  if (found.some(({ risk }) => risk === 'install')) found.push({ risk: 'network', because: said });
  const address = rest.find((word) =>
    /^(https?|ftp|ssh|git|wss?):\/\/(?!localhost\b|127\.0\.0\.1\b|\[::1\])/i.test(word),
  );
  if (address !== undefined) found.push({ risk: 'network', because: address });
  const socket = command.redirects.find((word) => word.startsWith('/dev/tcp/') || word.startsWith('/dev/udp/'));
  if (socket !== undefined) found.push({ risk: 'network', because: socket });
  for (const word of [...rest, ...command.redirects.filter((each) => each !== socket)]) {
    if (isOutside(word, root)) found.push({ risk: 'outside', because: word });
  }
  return found;
}

/** Without assignments in front and without the commands that only run another one. */
function unwrapped(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length && /^\w+=/.test(words[at] ?? '')) at++;
  const name = words[at]?.split('/').at(-1) ?? '';
  if (!WRAPPERS.test(name)) return words.slice(at);
  at++;
  // Their own flags, numbers and durations, and the assignments of `env`.
  while (at < words.length && /^-|^\w+=|^\d+(\.\d+)?[smhd]?$/.test(words[at] ?? '')) at++;
  return at < words.length ? unwrapped(words.slice(at)) : words;
}
