import { useOpenSession } from '../stores/use-session.ts';
import { momentText } from './moment-text.ts';

/** The moment that the screen shows, in words; null while it shows now. */
export function usePastClock(): string | null {
  return useOpenSession(({ log, shownAt }) => (shownAt === null ? null : momentText(log, shownAt)));
}
