import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { setModel } from '../actions/branch-actions.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { useBranch, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatTokens } from '../ui/format.ts';
import { ModelField } from './model-field.tsx';

/** Another model for one branch, and what the change costs: a cache belongs to one model. */
export function ModelDialog({ branch: id }: { readonly branch: string }) {
  const { closeDialog } = viewStore.getState();
  const branch = useBranch(id);
  const provider = useSession((state) => state.session?.provider ?? '');
  const tokens = useSession((state) => lastInput(state, id));
  const known = useStore(settingsStore, ({ info }) => info?.providers.find((each) => each.id === provider));
  const [model, setText] = useState(branch?.model ?? '');
  const [busy, setBusy] = useState(false);
  if (!branch) return null;
  const wanted = model.trim();
  const isChange = wanted !== '' && wanted !== branch.model;
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isChange || busy) return;
    setBusy(true);
    const done = await setModel(id, wanted);
    setBusy(false);
    if (done) closeDialog();
  };
  return (
    <Dialog title={`Model of ${titleOf(branch)}`} onClose={closeDialog}>
      <form className="dialogs__form" onSubmit={(event) => void change(event)}>
        <div className="dialog__body form-stack">
          <p className="dialogs__lead">
            From this branch’s next request on. Forks and subagents that run already keep theirs. The provider stays{' '}
            {known?.name ?? provider}.
          </p>
          <ModelField models={known?.models ?? []} value={model} onChange={setText} />
          <ul className="model-choices" aria-label="Offered by this provider">
            {(known?.models ?? []).map((name) => (
              <li key={name}>
                <Button size="small" aria-pressed={name === wanted} onClick={() => setText(name)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
          <p className="field__hint" role="status">
            A cache belongs to one model:{' '}
            {tokens === null
              ? 'what the former one has cached is of no use to another.'
              : `about ${formatTokens(tokens)} tokens are read anew, at full price.`}
          </p>
        </div>
        <div className="dialog__foot">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isChange || busy}>
            {busy ? 'Changing…' : 'Change the model'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Input tokens of the branch's last counted request; null when there is none. */
function lastInput(state: Parameters<Parameters<typeof useSession>[0]>[0], id: string): number | null {
  const counted = state.branches[id]?.requests.findLast((request) => (state.requests[request]?.usage?.input ?? 0) > 0);
  return counted === undefined ? null : (state.requests[counted]?.usage?.input ?? null);
}
