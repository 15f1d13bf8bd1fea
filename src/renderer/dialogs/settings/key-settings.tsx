import { type KeyboardEvent, useState } from 'react';
import type { Command } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import { conflictsOf, faultsOf, keysOf, keysOfPress, problemOf } from '../../commands/key-bindings.ts';
import { isMac, keyName } from '../../commands/keys.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { SectionProps } from './section.ts';

/** Every command with its key. A press on a key asks for another; a key that is taken names whose it is. */
export function KeySettings({ settings, change, words }: SectionProps) {
  const own = settings.keys;
  const faults = faultsOf(own, COMMANDS);
  const shown = COMMANDS.filter(
    (command) => isAboutKeys(words) || `${command.group} ${command.name}`.toLowerCase().includes(words),
  );
  const set = (keys: typeof own): void => void change({ keys });
  return (
    <>
      {faults.map((fault) => (
        <FaultLine key={fault} message={fault} />
      ))}
      <ul className="key-list">
        {shown.map((command) => (
          <KeyLine key={command.id} command={command} own={own} onChange={set} />
        ))}
      </ul>
      {Object.keys(own).length > 0 && (
        <Button size="small" onClick={() => set({})}>
          All keys as they came
        </Button>
      )}
    </>
  );
}

/** True for a search that means the whole section, not a command in it. */
export function isAboutKeys(words: string): boolean {
  return words === '' || 'keys keyboard shortcuts rebind'.includes(words);
}

interface KeyLineProps {
  readonly command: Command;
  readonly own: SectionProps['settings']['keys'];
  onChange(keys: SectionProps['settings']['keys']): void;
}

function KeyLine({ command, own, onChange }: KeyLineProps) {
  const [state, setState] = useState<'shown' | 'listening'>('shown');
  const [refused, setRefused] = useState<{
    readonly keys: string;
    readonly text: string;
    readonly by: readonly Command[];
  } | null>(null);
  const keys = keysOf(command, own);
  const take = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setState('shown');
      setRefused(null);
      return;
    }
    const wanted = keysOfPress(event, isMac());
    if (wanted === null) return;
    const problem = problemOf(wanted, command);
    const by = problem === null ? conflictsOf(command, wanted, COMMANDS, own) : [];
    if (problem !== null || by.length > 0) {
      const text = problem ?? `${keyName(wanted, isMac())} is the key of "${by.map(({ name }) => name).join('", "')}".`;
      setRefused({ keys: wanted, text, by });
      return;
    }
    store(wanted, []);
  };
  const store = (wanted: string, from: readonly Command[]): void => {
    setState('shown');
    setRefused(null);
    const taken = Object.fromEntries(from.map(({ id }) => [id, '']));
    const { [command.id]: _, ...others } = { ...own, ...taken };
    onChange(wanted === (command.keys ?? '') ? others : { ...others, [command.id]: wanted });
  };
  const isListening = state === 'listening';
  return (
    <li className="key-line">
      <span className="key-line__name">{command.name}</span>
      {own[command.id] !== undefined && (
        <Button size="small" look="quiet" onClick={() => store(command.keys ?? '', [])}>
          As it came
        </Button>
      )}
      {keys !== null && !isListening && (
        <Button
          size="small"
          look="quiet"
          aria-label={`Take the key of ${command.name} away`}
          onClick={() => store('', [])}
        >
          None
        </Button>
      )}
      <button
        type="button"
        className="key-line__key"
        aria-label={
          isListening
            ? `Press a key for ${command.name}`
            : `Key of ${command.name}: ${keys === null ? 'none' : keyName(keys, isMac())}`
        }
        onClick={() => setState('listening')}
        onBlur={() => refused === null && setState('shown')}
        onKeyDown={(event) => isListening && take(event)}
      >
        {isListening ? 'Press a key' : keys === null ? 'none' : <Kbd keys={keyName(keys, isMac())} />}
      </button>
      {refused && (
        <div className="key-line__fault">
          <FaultLine message={refused.text}>
            {refused.by.length > 0 && (
              <Button size="small" onClick={() => store(refused.keys, refused.by)}>
                Take it from there
              </Button>
            )}
          </FaultLine>
        </div>
      )}
    </li>
  );
}
