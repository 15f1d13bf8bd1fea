import { z } from 'zod';
import { sessionStore } from '../stores/session-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { replayStore } from './replay-store.ts';
import { keepSpanAtPace, timelineStore } from './timeline-store.ts';

const memory = z.object({
  shown: z.boolean().default(true),
  height: z.number().nullable().default(null),
  pace: z.enum(['real', 'even']).default('even'),
});

/** Key among the stored layouts. */
const KEY = 'timeline';
/** Milliseconds of rest before a change is stored: a drag of the edge makes one a frame. */
const STORE_AFTER_MS = 400;

/** Brings the timeline back as it was left, and keeps how it is left. Returns the way to stop. */
export function connectTimeline(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let recalled = false;
  const recall = (): void => {
    const { settings } = settingsStore.getState();
    if (!settings || recalled) return;
    recalled = true;
    const stored = memory.safeParse(settings.layouts[KEY]);
    if (!stored.success) return;
    const { shown, height, pace } = stored.data;
    timelineStore.setState({ shown, height });
    replayStore.setState({ pace });
  };
  const store = (): void => {
    timer = null;
    const { settings, change } = settingsStore.getState();
    const { shown, height } = timelineStore.getState();
    const { pace } = replayStore.getState();
    if (settings) void change({ layouts: { ...settings.layouts, [KEY]: { shown, height, pace } } });
  };
  const later = (): void => {
    if (!recalled) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(store, STORE_AFTER_MS);
  };
  recall();
  const stops = [
    settingsStore.subscribe(recall),
    timelineStore.subscribe((now, before) => {
      if (now.shown !== before.shown || now.height !== before.height) later();
    }),
    replayStore.subscribe((now, before) => {
      if (now.pace !== before.pace) later();
    }),
    sessionStore.subscribe((now, before) => {
      if (now.log !== before.log) timelineStore.setState({ span: null, hovered: null });
    }),
    keepSpanAtPace(),
  ];
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
