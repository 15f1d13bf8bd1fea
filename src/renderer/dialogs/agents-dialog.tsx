import { FolderOpen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { pickFolder } from '../actions/session-actions.ts';
import { groupByWorkspace, sessionsStore } from '../stores/sessions-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';

const AgentsView = lazy(async () => ({ default: (await import('../panes/agents/agents-view.tsx')).AgentsView }));

/** The agents of any workspace, for whoever has no session open there. */
export function AgentsDialog({ workspace: given }: { readonly workspace: string | null }) {
  const { closeDialog } = viewStore.getState();
  const known = groupByWorkspace(useStore(sessionsStore, (list) => list.items)).map(({ workspace }) => workspace);
  const [picked, setPicked] = useState(given);
  const workspace = picked ?? known[0] ?? null;
  const choices = [...new Set([...(workspace === null ? [] : [workspace]), ...known])];
  const pick = (): void => void pickFolder().then((path) => path !== null && setPicked(path));
  return (
    <Dialog title="Agents and skills" className="agents-dialog" onClose={closeDialog}>
      <div className="agents-dialog__bar">
        {choices.length > 0 && (
          <Select
            aria-label="Project"
            value={workspace ?? ''}
            options={choices.map((value) => ({ value, label: value }))}
            onPick={setPicked}
          />
        )}
        <Button onClick={pick}>
          <FolderOpen aria-hidden />
          Another folder
        </Button>
      </div>
      <div className="agents-dialog__body">
        {workspace === null ? (
          <p className="dialogs__lead">Choose a project: agents lie in its folder, beside your own.</p>
        ) : (
          <Suspense fallback={<p className="dialogs__lead">Opening the agents…</p>}>
            <AgentsView key={workspace} workspace={workspace} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
