import type { Settings } from '../../../shared/settings.ts';
import type { SectionProps } from './section.ts';

const KINDS: readonly { readonly kind: keyof Settings['notices']; readonly label: string }[] = [
  { kind: 'needsInput', label: 'A branch asks for permission' },
  { kind: 'failed', label: 'A branch fails' },
  { kind: 'allDone', label: 'All branches are done' },
];

/** Which system notifications are shown. They are silent, and only come while the window is not looking at the session. */
export function NoticeSettings({ settings, change }: SectionProps) {
  return (
    <>
      <ul className="settings__checks">
        {KINDS.map(({ kind, label }) => (
          <li key={kind}>
            <label>
              <input
                type="checkbox"
                checked={settings.notices[kind]}
                onChange={(event) =>
                  void change({ notices: { ...settings.notices, [kind]: event.currentTarget.checked } })
                }
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
      <p className="field__hint">Without a sound, and only while this window is not looking at the session.</p>
    </>
  );
}
