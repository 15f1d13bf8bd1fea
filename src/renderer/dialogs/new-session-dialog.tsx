import { FolderOpen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Fault } from '../../shared/result.ts';
import type { ProviderId, Settings } from '../../shared/settings.ts';
import { ask } from '../actions/attempt.ts';
import { openSession, pickFolder } from '../actions/session-actions.ts';
import { APPROVALS, ISOLATIONS, isApproval, isIsolation } from '../shell/choices.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Field, Select } from '../ui/field.tsx';
import { ModelField } from './model-field.tsx';
import { useWorkspace } from './use-workspace.ts';

interface Choices extends Pick<Settings, 'provider' | 'approval' | 'isolation'> {
  readonly model: string;
  readonly maxForks: string;
  readonly budget: string;
}

function initialChoices(settings: Settings | null): Choices {
  return {
    provider: settings?.provider ?? 'demo',
    model: settings?.model ?? '',
    approval: settings?.approval ?? 'edits',
    isolation: settings?.isolation ?? 'worktree',
    maxForks: String(settings?.maxForks ?? 8),
    budget: settings?.budget == null ? '' : String(settings.budget),
  };
}

/** Folder and prompt are all that is needed; the rest has the person's defaults. */
export function NewSessionDialog({ folder: given }: { readonly folder: string | null }) {
  const { closeDialog, openDialog } = viewStore.getState();
  const { settings, info } = useStore(settingsStore);
  const [folder, setFolder] = useState(given ?? '');
  const [prompt, setPrompt] = useState('');
  const [choices, setChoices] = useState(() => initialChoices(settings));
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const workspace = useWorkspace(folder);
  const change = (part: Partial<Choices>): void => setChoices({ ...choices, ...part });
  const provider = info?.providers.find((each) => each.id === choices.provider);
  const keyMissing = provider?.needsKey === true && !provider.hasKey;
  const ready = folder.trim() !== '' && prompt.trim() !== '' && !keyMissing && !busy;

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    setFault(null);
    const budget = Number(choices.budget);
    const answer = await ask('sessions.create', {
      workspace: folder.trim(),
      prompt: prompt.trim(),
      provider: choices.provider,
      ...(choices.model.trim() === '' ? {} : { model: choices.model.trim() }),
      approval: choices.approval,
      isolation: choices.isolation,
      maxForks: Math.min(64, Math.max(1, Math.round(Number(choices.maxForks)) || 8)),
      budget: budget > 0 ? budget : null,
    });
    setBusy(false);
    if (!answer.ok) {
      setFault(answer.error);
      return;
    }
    closeDialog();
    await openSession(answer.value.sessionId);
  };

  return (
    <Dialog title="New session" onClose={closeDialog}>
      <form className="dialogs__form" onSubmit={(event) => void start(event)}>
        <div className="dialog__body form-stack">
          <Field label="Folder">
            {(id) => (
              <>
                <div className="folder-row">
                  <input
                    id={id}
                    className="input mono"
                    data-autofocus={given === null ? true : undefined}
                    placeholder="/path/to/a/git/repository"
                    spellCheck={false}
                    value={folder}
                    onChange={(event) => setFolder(event.currentTarget.value)}
                  />
                  <Button
                    className="folder-row__pick"
                    onClick={() => void pickFolder().then((path) => path !== null && setFolder(path))}
                  >
                    <FolderOpen aria-hidden />
                    Choose
                  </Button>
                </div>
                {workspace.kind === 'looking' && <span className="folder-note">Looking at the folder…</span>}
                {workspace.kind === 'found' && (
                  <span className="folder-note" data-level={workspace.info.notice === null ? 'plain' : 'warning'}>
                    {workspace.info.notice ??
                      `${workspace.info.gitBranch ?? 'Detached'} at ${workspace.info.head.slice(0, 8)}`}
                  </span>
                )}
              </>
            )}
          </Field>
          {workspace.kind === 'fault' && <FaultLine message={workspace.fault.message} />}
          <Field label="Prompt">
            {(id) => (
              <textarea
                id={id}
                className="input"
                rows={4}
                placeholder="What shall the agent do? It forks when parts can be done side by side."
                data-autofocus={given === null ? undefined : true}
                value={prompt}
                onChange={(event) => setPrompt(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                    event.currentTarget.form?.requestSubmit();
                }}
              />
            )}
          </Field>
          <div className="form-grid">
            <Field label="Provider">
              {(id) => (
                <Select
                  id={id}
                  value={choices.provider}
                  options={(info?.providers ?? []).map((each) => ({ value: each.id, label: each.name }))}
                  onPick={(value) => change({ provider: value as ProviderId, model: '' })}
                />
              )}
            </Field>
            <ModelField models={provider?.models ?? []} value={choices.model} onChange={(model) => change({ model })} />
            <Field label="Forks work in">
              {(id) => (
                <Select
                  id={id}
                  value={choices.isolation}
                  options={ISOLATIONS}
                  onPick={(value) => isIsolation(value) && change({ isolation: value })}
                />
              )}
            </Field>
            <Field label="Approval">
              {(id) => (
                <Select
                  id={id}
                  value={choices.approval}
                  options={APPROVALS}
                  onPick={(value) => isApproval(value) && change({ approval: value })}
                />
              )}
            </Field>
            <Field label="Forks at once, at most">
              {(id) => (
                <input
                  id={id}
                  className="input figures"
                  type="number"
                  min={1}
                  max={64}
                  value={choices.maxForks}
                  onChange={(event) => change({ maxForks: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label="Budget in USD">
              {(id) => (
                <input
                  id={id}
                  className="input figures"
                  type="number"
                  min={0}
                  step="0.01"
                  placeholder="No limit"
                  value={choices.budget}
                  onChange={(event) => change({ budget: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          {keyMissing && (
            <FaultLine
              message={`${provider?.name ?? 'This provider'} has no key yet. Add one in the settings, or choose the demo.`}
            >
              <Button size="small" onClick={() => openDialog({ kind: 'settings' })}>
                Settings
              </Button>
            </FaultLine>
          )}
          {fault && !(workspace.kind === 'fault' && workspace.fault.message === fault.message) && (
            <FaultLine message={fault.message} />
          )}
        </div>
        <div className="dialog__foot">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {busy ? 'Starting…' : 'Start session'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
