import { useStore } from 'zustand';
import { viewStore } from '../stores/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ChooseTranscripts } from './import/choose-transcripts.tsx';
import { ImportOutcome } from './import/import-outcome.tsx';
import { importStore } from './import/import-store.ts';
import './import/import.css';

/** "Open a transcript": from a file, a folder, or from where the tools of this computer keep theirs. */
export function ImportDialog() {
  const phase = useStore(importStore, (state) => state.phase);
  const { closeDialog } = viewStore.getState();
  const close = (): void => {
    closeDialog();
    if (importStore.getState().phase === 'done') importStore.getState().again();
  };
  return (
    <Dialog title="Open a transcript" className="import" onClose={close}>
      {phase === 'choose' ? <ChooseTranscripts onClose={close} /> : <ImportOutcome onClose={close} />}
    </Dialog>
  );
}
