import { useStore } from 'zustand';
import { viewStore } from '../stores/view-store.ts';
import { AbortAllDialog } from './abort-all-dialog.tsx';
import { AgentsDialog } from './agents-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { DeleteSessionDialog } from './delete-session-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ForkDialog } from './fork-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { NewSessionDialog } from './new-session-dialog.tsx';
import { Palette } from './palette.tsx';
import { PruneDialog } from './prune-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RemoveWorktreeDialog } from './remove-worktree-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import './dialogs.css';

/** The one dialog that is open, if any. */
export function Dialogs() {
  const dialog = useStore(viewStore, (view) => view.dialog);
  switch (dialog?.kind) {
    case 'palette':
      return <Palette />;
    case 'keys':
      return <KeysDialog />;
    case 'settings':
      return <SettingsDialog section={dialog.section} />;
    case 'new-session':
      return <NewSessionDialog folder={dialog.folder} />;
    case 'fork':
      return <ForkDialog branch={dialog.branch} messageId={dialog.messageId} />;
    case 'model':
      return <ModelDialog branch={dialog.branch} />;
    case 'import':
      return <ImportDialog />;
    case 'agents':
      return <AgentsDialog workspace={dialog.workspace} />;
    case 'abort-all':
      return <AbortAllDialog />;
    case 'reason':
      return <ReasonDialog branch={dialog.branch} />;
    case 'compare':
      return <CompareDialog branch={dialog.branch} />;
    case 'discard':
      return <DiscardDialog branch={dialog.branch} />;
    case 'remove-worktree':
      return <RemoveWorktreeDialog path={dialog.path} why={dialog.why} onDone={dialog.onDone} />;
    case 'prune':
      return <PruneDialog onDone={dialog.onDone} />;
    case 'export':
      return <ExportDialog sessionId={dialog.sessionId} />;
    case 'delete-session':
      return <DeleteSessionDialog sessionId={dialog.sessionId} />;
    case undefined:
      return null;
  }
}
