import { useEffect, useState } from 'react';
import { announcementsBetween } from '../../core/graph/announcements.ts';
import { sessionStore } from '../stores/session-store.ts';

/** Milliseconds of collecting, so that a batch of births is one sentence and not a stutter. */
const SPEAK_AFTER_MS = 400;

/** Says births, waits and ends of branches to a screen reader, politely. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    let said: string[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = sessionStore.subscribe((now, before) => {
      if (now.sessionId !== before.sessionId || before.phase !== 'open') return;
      // What a moved playhead brings up has happened before: the slider says where it stands.
      if (now.present !== null || before.present !== null) return;
      said.push(...announcementsBetween(before.state, now.state));
      if (said.length === 0 || timer !== null) return;
      timer = setTimeout(() => {
        setText(`${said.join('. ')}.`);
        said = [];
        timer = null;
      }, SPEAK_AFTER_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {text}
    </div>
  );
}
