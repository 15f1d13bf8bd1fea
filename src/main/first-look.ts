import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../shared/settings.ts';
import { LEAST_ZOOM, MOST_ZOOM } from '../shared/zoom.ts';

/** What the window needs before anything else is read. */
export type FirstLook = Pick<Settings, 'theme' | 'zoom'>;

const PLAIN: FirstLook = { theme: 'system', zoom: 1 };

/**
 * Theme and zoom from `settings.json`, without the schema, whose reading would hold the window up. Whatever does not fit
 * is passed over here: the settings say later what is wrong, and where.
 */
export function firstLook(home: string): FirstLook {
  try {
    const { theme, zoom } = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')) as Partial<FirstLook>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : PLAIN.theme,
      zoom: typeof zoom === 'number' && zoom >= LEAST_ZOOM && zoom <= MOST_ZOOM ? zoom : PLAIN.zoom,
    };
  } catch {
    return PLAIN;
  }
}
