import { Monitor, Moon, Sun } from 'lucide-react';
import type { SectionProps } from './section.ts';

const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

export function Appearance({ settings, change }: SectionProps) {
  return (
    <>
      <div className="segmented" role="radiogroup" aria-label="Theme">
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
      <p className="field__hint">
        Size: Ctrl and +, Ctrl and −, Ctrl and 0. Motion and contrast follow the system’s own settings.
      </p>
    </>
  );
}
