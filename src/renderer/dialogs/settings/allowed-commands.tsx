import { useEffect, useRef, useState } from 'react';
import { settingsStore } from '../../stores/settings-store.ts';
import { Button } from '../../ui/button.tsx';
import type { SectionProps } from './section.ts';

/** What repositories may run in their new worktrees because the person has allowed it, and the way to take that back. */
export function AllowedCommands({ settings, change }: SectionProps) {
  const [said, setSaid] = useState('');
  const place = useRef<HTMLElement>(null);
  // A session may have been allowed one since the settings were read.
  useEffect(() => void settingsStore.getState().load(), []);
  const allowed = Object.entries(settings.setupAllowed ?? {}).filter(([, commands]) => commands.length > 0);
  const revoke = async (root: string, command: string): Promise<void> => {
    // Read anew, so that what was allowed meanwhile is not taken back with it.
    await settingsStore.getState().load();
    const { [root]: commands = [], ...others } = settingsStore.getState().settings?.setupAllowed ?? {};
    const left = commands.filter((each) => each !== command);
    await change({ setupAllowed: left.length === 0 ? others : { ...others, [root]: left } });
    setSaid('Revoked. You are asked before it runs again.');
    // The button that had the focus is gone.
    const next = place.current?.querySelector<HTMLElement>('button') ?? place.current;
    next?.focus();
  };
  return (
    <section ref={place} tabIndex={-1} className="form-stack settings__setup" aria-label="Allowed setup commands">
      <h4 className="settings__subtitle">Allowed setup commands</h4>
      {allowed.length === 0 && (
        <p className="field__hint">
          None. A repository that asks for a setup command is listed here once you have allowed it.
        </p>
      )}
      {allowed.map(([root, commands]) => (
        <div key={root}>
          <p className="settings__path">{root}</p>
          <ul className="settings__allowed" aria-label={`Allowed in ${root}`}>
            {commands.map((command) => (
              <li key={command}>
                <code>{command}</code>
                <Button
                  size="small"
                  aria-label={`Revoke ${firstLine(command)}`}
                  onClick={() => void revoke(root, command)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="field__hint" role="status">
        {said}
      </p>
    </section>
  );
}

function firstLine(command: string): string {
  return command.trim().split('\n', 1)[0] ?? '';
}
