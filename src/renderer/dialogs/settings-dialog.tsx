import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Params, Settings } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { APPROVALS, ISOLATIONS, isApproval, isIsolation } from '../shell/choices.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Field, Select } from '../ui/field.tsx';
import { ProviderSettings } from './provider-settings.tsx';

const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Every change is stored at once; there is nothing to save. */
export function SettingsDialog() {
  const { settings, info, load, fault: loadFault } = useStore(settingsStore);
  const [fault, setFault] = useState<Fault | null>(null);
  const change = async (part: Params<'settings.set'>): Promise<void> =>
    setFault(await settingsStore.getState().change(part));
  const shown = fault ?? loadFault;
  return (
    <Dialog title="Settings" className="settings" onClose={viewStore.getState().closeDialog}>
      <div className="dialog__body">
        {shown && (
          <FaultLine message={shown.message}>
            <Button size="small" onClick={() => void load()}>
              Read them again
            </Button>
          </FaultLine>
        )}
        {!settings && !shown && <p>Reading the settings…</p>}
        {settings && (
          <>
            <section className="settings__section">
              <h3 id="settings-theme">Theme</h3>
              <div className="segmented" role="radiogroup" aria-labelledby="settings-theme">
                {THEMES.map(({ value, label, Icon }) => (
                  <label key={value}>
                    <input
                      type="radio"
                      name="theme"
                      checked={settings.theme === value}
                      onChange={() => void change({ theme: value })}
                    />
                    <Icon aria-hidden />
                    {label}
                  </label>
                ))}
              </div>
            </section>
            <Defaults settings={settings} change={change} />
            <section className="settings__section">
              <h3>Providers</h3>
              {(info?.providers ?? [])
                .filter((provider) => provider.needsKey)
                .map((provider) => (
                  <ProviderSettings
                    key={provider.id}
                    provider={provider}
                    baseUrls={settings.baseUrls}
                    change={change}
                  />
                ))}
              <p className="field__hint">
                {info?.keychain === false
                  ? 'This system offers no keychain: keys are kept until you quit, and never written to disk.'
                  : 'Keys are kept in the system keychain, never in a log or an export.'}
              </p>
            </section>
            <section className="settings__section">
              <h3>Data folder</h3>
              <p className="settings__path">{info?.dataFolder ?? 'unknown'}</p>
              <p className="field__hint">
                Sessions, settings and worktrees live here. Version {info?.version ?? 'unknown'}. Drawn with React Flow,
                dockview and xterm.js.
              </p>
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface DefaultsProps {
  readonly settings: Settings;
  readonly change: (part: Params<'settings.set'>) => Promise<void>;
}

function Defaults({ settings, change }: DefaultsProps) {
  return (
    <section className="settings__section">
      <h3>New sessions</h3>
      <div className="form-grid">
        <Field label="Approval">
          {(id) => (
            <Select
              id={id}
              value={settings.approval}
              options={APPROVALS}
              onPick={(value) => isApproval(value) && void change({ approval: value })}
            />
          )}
        </Field>
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
        <Field label="Budget in USD">
          {(id) => (
            <input
              id={id}
              className="input figures"
              type="number"
              min={0}
              step="0.01"
              placeholder="No limit"
              defaultValue={settings.budget ?? ''}
              onBlur={(event) => {
                const value = Number(event.currentTarget.value);
                void change({ budget: value > 0 ? value : null });
              }}
            />
          )}
        </Field>
      </div>
    </section>
  );
}
