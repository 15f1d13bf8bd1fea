import { useState } from 'react';
import type { Params, ProviderInfo } from '../../../shared/contract.ts';
import type { Settings } from '../../../shared/settings.ts';
import { ask } from '../../actions/attempt.ts';
import { settingsStore } from '../../stores/settings-store.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Field } from '../../ui/field.tsx';
import { ConnectionTest, type TestAnswer } from './connection-test.tsx';

interface ProviderSettingsProps {
  readonly provider: ProviderInfo;
  readonly baseUrls: Settings['baseUrls'];
  /** The model that new sessions of this provider ask; null: its own first one. */
  readonly model: string | null;
  readonly change: (part: Params<'settings.set'>) => Promise<void>;
}

/** A provider's key and endpoint. The key goes to the host and is never shown again. */
export function ProviderSettings({ provider, baseUrls, model, change }: ProviderSettingsProps) {
  const [key, setKey] = useState('');
  const [url, setUrl] = useState(baseUrls[provider.id] ?? '');
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const { access } = provider;
  const changed = key !== '' || url.trim() !== (baseUrls[provider.id] ?? '');
  const store = async (): Promise<void> => {
    if (url.trim() !== (baseUrls[provider.id] ?? ''))
      await change({ baseUrls: withUrl(baseUrls, provider.id, url.trim()) });
    if (key === '') {
      await settingsStore.getState().load();
      return;
    }
    const stored = await ask('secrets.set', { provider: provider.id, key });
    if (!stored.ok) {
      setAnswer({ ok: false, text: stored.error.message });
      return;
    }
    setKey('');
    setAnswer({
      ok: true,
      text: stored.value.stored === 'keychain' ? 'Stored in the keychain.' : 'Kept until you quit.',
    });
    await settingsStore.getState().load();
  };
  return (
    <form
      className="settings__provider"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <h4>{provider.name}</h4>
      <Field label="Key">
        {(id) => (
          <input
            id={id}
            className="input"
            type="password"
            autoComplete="off"
            placeholder={keyPlaceholder(provider)}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Endpoint">
        {(id) => (
          <input
            id={id}
            className="input"
            inputMode="url"
            spellCheck={false}
            placeholder={access?.baseUrl ?? 'The provider’s own'}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" className="folder-row__pick" disabled={!changed}>
        Store
      </Button>
      <ConnectionTest
        provider={provider}
        model={model}
        hindrance={hindranceOf(provider, changed)}
        onAnswer={setAnswer}
      />
      {access?.problem && <FaultLine message={access.problem} />}
      {answer &&
        (answer.ok ? (
          <p className="field__hint" role="status">
            {answer.text}
          </p>
        ) : (
          <FaultLine message={answer.text} />
        ))}
    </form>
  );
}

function hindranceOf({ hasKey }: ProviderInfo, changed: boolean): string | null {
  if (changed) return 'Store what you changed first';
  return hasKey ? null : 'Store a key first';
}

function keyPlaceholder({ hasKey, access }: ProviderInfo): string {
  if (access?.keyFromEnvironment) return `From ${access.keyVariable}`;
  return hasKey ? 'Stored: type to replace it' : 'None yet';
}

function withUrl(baseUrls: Settings['baseUrls'], provider: string, url: string): Settings['baseUrls'] {
  const { [provider]: _, ...others } = baseUrls;
  return url === '' ? others : { ...others, [provider]: url };
}
