import { FileText, FolderOpen, Search } from 'lucide-react';
import { useStore } from 'zustand';
import { pickTranscripts } from '../../actions/import-actions.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { FoundList } from './found-list.tsx';
import { importStore } from './import-store.ts';

/** Three ways to a transcript. Nothing is searched for before a person asks. */
export function ChooseTranscripts({ onClose }: { readonly onClose: () => void }) {
  const finding = useStore(importStore, (state) => state.finding);
  const chosen = useStore(importStore, (state) => state.chosen);
  const { find, start } = importStore.getState();
  return (
    <>
      <div className="dialog__body import__body">
        <p className="import__lead">
          Sessions of Claude Code, Qwen Code, Gemini CLI, Codex and Cline. Their files are only read: they are copied
          into a session of your own, which you can replay, search and fork.
        </p>
        <div className="import__ways">
          <Button data-autofocus onClick={() => void pickTranscripts('files')}>
            <FileText aria-hidden />
            Choose files…
          </Button>
          <Button onClick={() => void pickTranscripts('folder')}>
            <FolderOpen aria-hidden />
            Choose a folder…
          </Button>
          {finding !== 'running' && (
            <Button onClick={find}>
              <Search aria-hidden />
              {finding === 'not-yet' ? 'Find transcripts on this computer' : 'Look again'}
            </Button>
          )}
        </div>
        {finding === 'not-yet' ? (
          <p className="import__note">
            Looking reads the folders in which these tools keep their sessions, and no others. You can also drop files
            and folders anywhere on the window.
          </p>
        ) : (
          <FoundList />
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={chosen.size === 0} onClick={() => void start([...chosen])}>
          {chosen.size === 0 ? 'Import' : `Import ${plural(chosen.size, 'transcript')}`}
        </Button>
      </div>
    </>
  );
}
