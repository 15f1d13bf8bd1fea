import { useStore } from 'zustand';
import { settingsStore } from '../../stores/settings-store.ts';
import { ProviderSettings } from './provider-settings.tsx';
import type { SectionProps } from './section.ts';

export function Providers({ settings, change }: SectionProps) {
  const info = useStore(settingsStore, (state) => state.info);
  return (
    <>
      {(info?.providers ?? [])
        .filter((provider) => provider.needsKey)
        .map((provider) => (
          <ProviderSettings
            key={provider.id}
            provider={provider}
            baseUrls={settings.baseUrls}
            model={settings.provider === provider.id ? settings.model : null}
            change={change}
          />
        ))}
      <p className="field__hint">
        {info?.keychain === false
          ? 'This system offers no keychain: keys are kept until you quit, and never written to disk.'
          : 'Keys are kept in the system keychain, never in a log or an export.'}
      </p>
    </>
  );
}
