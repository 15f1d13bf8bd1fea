import type { Settings } from '../../shared/settings.ts';
import type { Command } from './command.ts';
import type { KeyPress } from './keys.ts';

type Own = Settings['keys'];

/** The key of a command: the person's own, else the one it came with; null for none. */
export function keysOf(command: Pick<Command, 'id' | 'keys'>, own: Own): string | null {
  return (own[command.id] ?? command.keys) || null;
}

const MODIFIERS = new Set(['mod', 'alt', 'shift']);
const LONE = new Set(['control', 'meta', 'alt', 'shift', 'altgraph', 'capslock', 'dead', 'process', 'unidentified']);

/** A key press as it is written in the settings; null while only a modifier is held. */
export function keysOfPress(press: KeyPress, mac: boolean): string | null {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  if (LONE.has(key)) return null;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  const mod = mac ? press.metaKey : press.ctrlKey;
  return [mod && 'mod', press.altKey && 'alt', press.shiftKey && !isSign && 'shift', key].filter(Boolean).join('+');
}

/** What is wrong with a key for this command, in one sentence; null when it can be used. */
export function problemOf(keys: string, command: Pick<Command, 'scope'>): string | null {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  const held = parts.slice(0, -1);
  if (key === '' || MODIFIERS.has(key)) return `"${keys}" names no key. Write it like mod+shift+k.`;
  const unknown = held.find((part) => !MODIFIERS.has(part));
  if (unknown !== undefined) return `"${unknown}" is no modifier. Use mod, alt and shift, then one key.`;
  const isPlain = !held.includes('mod') && !held.includes('alt') && !/^f\d+$/.test(key);
  if (isPlain && command.scope === 'window') {
    return 'This works while you write, so its key needs Ctrl, Command or Alt. Press such a key.';
  }
  return null;
}

/**
 * Commands that would answer to the same key. Two that came with one key (pause and resume) fit different states and
 * are no conflict.
 */
export function conflictsOf(command: Command, keys: string, commands: readonly Command[], own: Own): Command[] {
  return commands.filter(
    (other) =>
      other.id !== command.id &&
      meets(other, command) &&
      keysOf(other, own)?.toLowerCase() === keys.toLowerCase() &&
      !(own[other.id] === undefined && other.keys === command.keys),
  );
}

/** The tree and the timeline never have the focus at once, so that each may use a key for itself. */
function meets(one: Command, other: Command): boolean {
  return one.scope === other.scope || one.scope === 'window' || other.scope === 'window';
}

/** Every fault in a person's keys, each in one sentence: names that are no command, bad keys, keys given twice. */
export function faultsOf(own: Own, commands: readonly Command[]): string[] {
  const seen = new Set<string>();
  return Object.entries(own).flatMap(([id, keys]) => {
    const command = commands.find((each) => each.id === id);
    if (!command) return [`There is no command "${id}". Remove it from the settings file.`];
    if (keys === '') return [];
    const problem = problemOf(keys, command);
    if (problem) return [`${command.name}: ${problem}`];
    return conflictsOf(command, keys, commands, own).flatMap((other) => {
      const pair = [command.id, other.id].sort().join(' ');
      if (seen.has(pair)) return [];
      seen.add(pair);
      return [`${keys} is the key of both "${command.name}" and "${other.name}". Give one of them another.`];
    });
  });
}
