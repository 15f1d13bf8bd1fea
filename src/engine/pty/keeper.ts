import { findProgram } from './find-program.ts';
import type { PtyExit } from './pty-process.ts';
import { signalName } from './signal-name.ts';

/*
 * The keeper is the first process of the terminal; the person's command is its child. It is there for five reasons:
 *
 * 1. node-pty loses the end of the output when the first process ends right after it printed (measured from 4 kB up:
 *    10 to 53 % of runs). The keeper prints a private mark with the command's status and stays until the reader has
 *    seen it, so all output comes first and nothing has to be slept.
 * 2. When a terminal's first process ends, the kernel hangs up on all others. Were the shell the first process, the
 *    last lines of `command > >(tee log)` would be lost (measured: 58 of 60 runs).
 * 3. A command that kills its shell, or its whole process group, still gets an honest status.
 * 4. On Linux it is the "subreaper" of the command: processes that daemonise become its children, not init's, so they
 *    can be found, and none becomes a zombie.
 * 5. When the app dies, the kernel hangs up on the terminal; the keeper then kills its process group after a second,
 *    so that a command which ignores that does not run on unseen.
 *
 * Perl writes it down because a shell cannot: in `$?` a shell folds "killed by signal 1" and "exit 129" (git's usage
 * error) into one number. Perl is on every macOS and, through git or the base system, on nearly every Linux; where it
 * is missing a POSIX shell does the same with that one imprecision, and without 4 and 5.
 */

const PERL_KEEPER = `
my ($token, $prctl, @command) = @ARGV;
my @restored = grep { /^FORKSCOPE_SAVED_PERL/ } keys %ENV;
delete $ENV{PERL_BADLANG};
for (@restored) { my $value = delete $ENV{$_}; $ENV{substr $_, 16} = $value }
syscall($prctl, 36, 1, 0, 0, 0) if $prctl;
if (opendir(my $open, '/proc/self/fd') || opendir($open, '/dev/fd')) {
  my @inherited = grep { /^\\d+$/ && $_ > 2 && $_ != fileno($open) } readdir $open;
  closedir $open;
  for (@inherited) { if (open(my $handle, '<&=', $_)) { close $handle } }
}
$SIG{$_} = sub {} for qw(INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU);
$SIG{HUP} = sub { return if -t STDOUT; sleep 1; kill 'KILL', -$$ };
my $child = fork();
if (defined $child && $child == 0) {
  exec { $command[0] } @command;
  exit 127;
}
my $ended;
do { $ended = waitpid(-1, 0) } until $ended == $child || ($ended < 0 && $! != 4);
my $status = $ended == $child ? $? : 127 << 8;
$SIG{CHLD} = 'IGNORE';
$SIG{HUP} = 'DEFAULT';
$SIG{USR1} = sub { syswrite STDOUT, "\\e_$token:end:0\\e\\\\" };
syswrite STDOUT, "\\e_$token:status:$status\\e\\\\" or exit;
sleep 1 for 1 .. 600;
`;

const SHELL_KEEPER = `
token=$1; shift
trap : HUP INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU
exec 3>&2 2>/dev/null
( exec "$@" 2>&3 3>&- )
code=$?
trap - HUP
trap 'printf "\\033_%s:end:0\\033\\\\" "$token"' USR1
printf '\\033_%s:code:%s\\033\\\\' "$token" "$code" || exit
while :; do kill -s STOP $$; done
`;

/** Number of the prctl system call, by architecture: from the kernel's tables (x86_64 157, asm-generic 167). */
const PRCTL_NUMBERS: Readonly<Record<string, string>> = { x64: '157', arm64: '167' };

/** `exit 129` is git's usage error and nobody hangs up on one command, so a shell's 129 is taken for a code. */
const FOLDED_SIGNALS = new Set([2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15]);

export type KeeperKind = 'perl' | 'sh';

/** A keeper's program, its arguments, and the environment that it needs. */
export interface KeeperCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The keeper around a command.
 * @param token a random word, so that no output is taken for the mark by chance.
 * @param command program and arguments; the program's path is absolute.
 * @param kind asks for one kind; left out, perl is taken where it is.
 */
export function keeperCommand(
  token: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  kind?: KeeperKind,
): KeeperCommand {
  const perl = kind === 'sh' ? null : findProgram('perl', env.PATH);
  if (perl === null) {
    return { file: '/bin/sh', args: ['-c', SHELL_KEEPER, 'keeper', token, ...command], env };
  }
  const prctl = process.platform === 'linux' ? (PRCTL_NUMBERS[process.arch] ?? '') : '';
  return { file: perl, args: ['-e', PERL_KEEPER, token, prctl, ...command], env: perlEnvironment(env) };
}

/** The person's own Perl settings are for the command: in the keeper they could load modules or print warnings. */
function perlEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = { PERL_BADLANG: '0' };
  for (const [name, value] of Object.entries(env)) {
    result[name.startsWith('PERL') ? `FORKSCOPE_SAVED_${name}` : name] = value;
  }
  return result;
}

/** Reads a mark of the keeper: `status` is a wait status, `code` is a shell's `$?`. `null` for any other mark. */
export function parseStatusMark(mark: string): PtyExit | null {
  const [kind, digits] = mark.split(':');
  const value = Number(digits);
  if (kind === 'status') {
    const signal = value & 0x7f;
    if (signal !== 0) return { exitCode: null, signal: signalName(signal) };
    return { exitCode: value >> 8, signal: null };
  }
  if (kind === 'code') {
    if (FOLDED_SIGNALS.has(value - 128)) return { exitCode: null, signal: signalName(value - 128) };
    return { exitCode: value, signal: null };
  }
  return null;
}
