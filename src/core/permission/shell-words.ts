/** One simple command of a command line: its words without quotes, and the files it reads from or writes to. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly redirects: readonly string[];
  /** True when it gets the output of the command before it. */
  readonly piped: boolean;
}

interface Draft {
  words: string[];
  redirects: string[];
  piped: boolean;
}

/**
 * Splits a command line into its simple commands: lists, pipes, groups, and the commands inside `$(…)` and backticks.
 * It does not run or expand anything, and takes what it cannot parse as plain words: its reader warns, it does not guard.
 */
export function shellCommands(line: string): ShellCommand[] {
  const commands: Draft[] = [];
  const inner: string[] = [];
  let command: Draft = { words: [], redirects: [], piped: false };
  let word: string | null = null;
  let redirecting = false;
  const endWord = (): void => {
    if (word !== null) (redirecting ? command.redirects : command.words).push(word);
    if (word !== null) redirecting = false;
    word = null;
  };
  const endCommand = (piped: boolean): void => {
    endWord();
    if (command.words.length > 0 || command.redirects.length > 0) commands.push(command);
    command = { words: [], redirects: [], piped };
    redirecting = false;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    const next = line[at + 1] ?? '';
    if (sign === '\\') {
      if (next !== '\n') word = (word ?? '') + next;
      at++;
    } else if (sign === "'") {
      const end = endOf(line, at + 1, "'");
      word = (word ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (sign === '"') {
      const quoted = readQuoted(line, at + 1, inner);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (sign === '`') {
      const end = endOf(line, at + 1, '`');
      inner.push(line.slice(at + 1, end));
      word = `${word ?? ''}\`…\``;
      at = end;
    } else if ((sign === '$' || sign === '<' || sign === '>') && next === '(') {
      const end = closingBracket(line, at + 2);
      inner.push(line.slice(at + 2, end));
      word = `${word ?? ''}$(…)`;
      at = end;
    } else if (sign === '#' && word === null) {
      at = endOf(line, at, '\n') - 1;
    } else if (sign === '>' || sign === '<') {
      // A number before it names a stream, and `>&2` leads to one: neither is a file.
      if (word !== null && /^\d$/.test(word)) word = null;
      endWord();
      if (next === '&') at += /[\d-]/.test(line[at + 2] ?? '') ? 2 : 1;
      else redirecting = true;
      while (line[at + 1] === sign || line[at + 1] === '|') at++;
    } else if (sign === '|') {
      if (next === '|') at++;
      endCommand(next !== '|');
      if (line[at + 1] === '&') at++;
    } else if (sign === '&' && next === '>') {
      endWord();
    } else if (/[;&\n(){}]/.test(sign) && !(/[{}]/.test(sign) && (word !== null || /\S/.test(next)))) {
      endCommand(false);
    } else if (/\s/.test(sign)) {
      endWord();
    } else {
      word = (word ?? '') + sign;
    }
  }
  endCommand(false);
  return [...commands, ...inner.flatMap(shellCommands)];
}

/** The text up to the closing double quote; commands inside it are collected. */
function readQuoted(line: string, from: number, inner: string[]): { readonly text: string; readonly end: number } {
  let text = '';
  let at = from;
  for (; at < line.length && line[at] !== '"'; at++) {
    if (line[at] === '\\') {
      text += line[++at] ?? '';
    } else if (line[at] === '$' && line[at + 1] === '(') {
      const end = closingBracket(line, at + 2);
      inner.push(line.slice(at + 2, end));
      text += '$(…)';
      at = end;
    } else if (line[at] === '`') {
      const end = endOf(line, at + 1, '`');
      inner.push(line.slice(at + 1, end));
      at = end;
    } else text += line[at];
  }
  return { text, end: at };
}

function closingBracket(line: string, from: number): number {
  let depth = 1;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '(') depth++;
    if (line[at] === ')' && --depth === 0) return at;
  }
  return line.length;
}

function endOf(line: string, from: number, sign: string): number {
  const end = line.indexOf(sign, from);
  return end === -1 ? line.length : end;
}
