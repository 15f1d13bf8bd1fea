import type { FunctionComponent } from 'react';
import type { Params } from '../../../shared/contract.ts';
import type { Settings } from '../../../shared/settings.ts';

export interface SectionProps {
  readonly settings: Settings;
  /** Stores a change at once. */
  readonly change: (part: Params<'settings.set'>) => Promise<void>;
  /** What the person searches for, in lower case; '' for nothing. */
  readonly words: string;
}

export interface SettingsSection {
  readonly title: string;
  /** Words, beside the title, under which a person might look for it. */
  readonly about: string;
  readonly Content: FunctionComponent<SectionProps>;
}

/** Every word of the search must stand in the title or in what the section is about. */
export function fitsWords({ title, about }: Pick<SettingsSection, 'title' | 'about'>, words: string): boolean {
  const text = `${title} ${about}`.toLowerCase();
  return words.split(/\s+/).every((word) => text.includes(word));
}
