import { Contrast, Monitor, Moon, Square, Sun } from 'lucide-react';
import { LEAST_ZOOM, MOST_ZOOM } from '../../../shared/zoom.ts';
import { Choice } from './choice.tsx';
import type { SectionProps } from './section.ts';

const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

const CONTRASTS = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'plain', label: 'Usual', Icon: Square },
  { value: 'more', label: 'High', Icon: Contrast },
] as const;

export function Appearance({ settings, change }: SectionProps) {
  const percent = Math.round(settings.zoom * 100);
  return (
    <>
      <Choice name="Theme" choices={THEMES} value={settings.theme} onChoose={(theme) => void change({ theme })} />
      <Choice
        name="Contrast"
        choices={CONTRASTS}
        value={settings.contrast}
        onChoose={(contrast) => void change({ contrast })}
      />
      <label className="field">
        <span className="field__label">Size</span>
        <span className="settings__size">
          <input
            type="range"
            min={LEAST_ZOOM * 100}
            max={MOST_ZOOM * 100}
            step={5}
            value={percent}
            onChange={(event) => void change({ zoom: Number(event.currentTarget.value) / 100 })}
          />
          <output className="figures">{percent} %</output>
        </span>
      </label>
      <p className="field__hint">Motion follows the system’s own setting.</p>
    </>
  );
}
