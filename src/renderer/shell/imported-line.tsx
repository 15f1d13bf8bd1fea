import { FileInput, Radio } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { followSession } from '../actions/import-actions.ts';
import { sessionsStore } from '../stores/sessions-store.ts';
import { useOpenSession, useSession } from '../stores/use-session.ts';
import { Button } from '../ui/button.tsx';
import './imported-line.css';

/** Where an imported session comes from, and whether its transcript is watched. */
export function ImportedLine() {
  const sessionId = useOpenSession((open) => open.sessionId);
  const timesKnown = useSession((state) => state.session?.timesKnown !== false);
  const item = useStore(sessionsStore, ({ items }) => items.find((each) => each.sessionId === sessionId));
  const [busy, setBusy] = useState(false);
  if (!item?.importedFrom || sessionId === null) return null;
  const { importedFrom, followed } = item;
  const toggle = async (): Promise<void> => {
    setBusy(true);
    await followSession(sessionId, !followed);
    setBusy(false);
  };
  return (
    <section className="imported-line" aria-label="Where this session comes from" data-followed={followed}>
      {followed ? <Radio aria-hidden /> : <FileInput aria-hidden />}
      <span className="imported-line__tool">
        {followed ? `Following ${importedFrom.tool} as it writes` : `Imported from ${importedFrom.tool}`}
      </span>
      <span className="imported-line__path cut" title={importedFrom.path}>
        {importedFrom.path}
      </span>
      {!timesKnown && <span className="imported-line__note">It states no times: the order is that of the file.</span>}
      <Button
        size="small"
        look="quiet"
        disabled={busy}
        title={followed ? 'The session stays as it is now' : 'Show what the tool writes, as it writes it'}
        onClick={() => void toggle()}
      >
        {followed ? 'Stop following' : busy ? 'Looking…' : 'Follow'}
      </Button>
    </section>
  );
}
