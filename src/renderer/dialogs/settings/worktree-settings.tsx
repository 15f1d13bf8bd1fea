import { useEffect, useState } from 'react';
import type { SetupInForce } from '../../../shared/worktree-calls.ts';
import { ask } from '../../actions/attempt.ts';
import { ISOLATIONS, isIsolation } from '../../shell/choices.ts';
import { useOpenSession } from '../../stores/use-session.ts';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { AllowedCommands } from './allowed-commands.tsx';
import { RebuiltFolders } from './rebuilt-folders.tsx';
import type { SectionProps } from './section.ts';

const WHEN_IT_FAILS = [
  { value: 'go-on', label: 'The fork is told, and goes on' },
  { value: 'end', label: 'The fork ends as failed' },
] as const;

export function WorktreeSettings(props: SectionProps) {
  const { settings, change } = props;
  const sessionId = useOpenSession((open) => open.sessionId);
  return (
    <div className="form-stack">
      <div className="form-grid">
        <Field label="Forks work in">
          {(id) => (
            <Select
              id={id}
              value={settings.isolation}
              options={ISOLATIONS}
              onPick={(value) => isIsolation(value) && void change({ isolation: value })}
            />
          )}
        </Field>
        <Field label="Forks at once, at most">
          {(id) => (
            <input
              id={id}
              className="input figures"
              type="number"
              min={1}
              max={64}
              defaultValue={settings.maxForks}
              onBlur={(event) => {
                const value = Math.round(Number(event.currentTarget.value));
                if (value >= 1 && value <= 64 && value !== settings.maxForks) void change({ maxForks: value });
              }}
            />
          )}
        </Field>
      </div>
      <Field
        label="Remove clean worktrees after days"
        hint="Only those without changes or commits, when the app starts and when a session ends."
      >
        {(id) => (
          <input
            id={id}
            className="input figures settings__short"
            type="number"
            min={1}
            max={3650}
            placeholder="Never"
            defaultValue={settings.retentionDays ?? ''}
            onBlur={(event) => {
              const value = Math.round(Number(event.currentTarget.value));
              const retentionDays = value >= 1 && value <= 3650 ? value : null;
              if (retentionDays !== (settings.retentionDays ?? null)) void change({ retentionDays });
            }}
          />
        )}
      </Field>
      <RebuiltFolders {...props} />
      {sessionId !== null && <Setup key={sessionId} sessionId={sessionId} {...props} />}
      <AllowedCommands {...props} />
    </div>
  );
}

/** What runs in each new worktree of the open session's repository. */
function Setup({ sessionId, settings, change }: SectionProps & { readonly sessionId: string }) {
  const [inForce, setInForce] = useState<SetupInForce | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a command was allowed or revoked
  useEffect(() => {
    void ask('worktree.setup', { sessionId }).then((answer) => answer.ok && setInForce(answer.value));
  }, [sessionId, settings.setupAllowed]);
  if (inForce === null) return null;
  const { workspace, asked, isAllowed, problem } = inForce;
  const own = settings.setup?.[workspace] ?? {};
  const set = (part: typeof own) => change({ setup: { ...settings.setup, [workspace]: { ...own, ...part } } });
  return (
    <section className="form-stack settings__setup" aria-label="Setup of new worktrees">
      <h4 className="settings__subtitle">Setup of new worktrees</h4>
      <p className="settings__path">{workspace}</p>
      <Field label="Command" hint={hintFor(asked, isAllowed)}>
        {(id) => (
          <textarea
            id={id}
            className="input settings__command"
            rows={2}
            spellCheck={false}
            maxLength={10_000}
            placeholder={asked ?? 'None, e.g. npm ci'}
            defaultValue={own.command ?? ''}
            onBlur={(event) => {
              const command = event.currentTarget.value.trim();
              if (command !== (own.command ?? '')) void set({ command });
            }}
          />
        )}
      </Field>
      <Field label="When it fails">
        {(id) => (
          <Select
            id={id}
            value={own.whenItFails ?? 'go-on'}
            options={WHEN_IT_FAILS}
            onPick={(value) => void set({ whenItFails: value === 'end' ? 'end' : 'go-on' })}
          />
        )}
      </Field>
      {problem !== null && <FaultLine message={problem} />}
    </section>
  );
}

function hintFor(asked: string | null, isAllowed: boolean): string {
  const where = 'Runs in each new worktree of this repository before its fork starts.';
  if (asked === null) return where;
  const how = isAllowed ? 'which you have allowed' : 'and you will be asked before it runs';
  return `${where} Empty: the one that the repository asks for, ${how}.`;
}
