import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { OpenedAgent } from '../../../shared/agent-calls.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { PaneEmpty } from '../shared/pane-empty.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentEditor } from './agent-editor.tsx';
import { AgentList } from './agent-list.tsx';
import { type AgentPlace, isEditing } from './agent-place.ts';
import { DeleteAgentDialog } from './delete-agent-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Overview } from './overview.tsx';
import { SkillDetail } from './skill-detail.tsx';
import { type Trashed, UndoLine } from './undo-line.tsx';
import { useAgents } from './use-agents.ts';
import { useOpened } from './use-opened.ts';
import '../shared/pane.css';
import '../transcript/markdown.css';
import './agents.css';

interface AgentsViewProps {
  readonly workspace: string;
}

/** The agents and skills of a workspace: a list, and beside it one of them, to read or to edit. */
export function AgentsView({ workspace }: AgentsViewProps) {
  const { listing, fault, readings, reload } = useAgents(workspace);
  const [place, setPlace] = useState<AgentPlace | null>(null);
  const [visit, setVisit] = useState(0);
  const { opened, fault: openFault, isOutdated } = useOpened(workspace, place, visit, readings);
  const [isDirty, setDirty] = useState(false);
  const [leavingFor, setLeavingFor] = useState<{ readonly place: AgentPlace | null } | null>(null);
  const [deleting, setDeleting] = useState<(OpenedAgent & { readonly path: string }) | null>(null);
  const [trashed, setTrashed] = useState<Trashed | null>(null);

  const show = (next: AgentPlace | null): void => {
    setDirty(false);
    setLeavingFor(null);
    setPlace(next);
    setVisit((before) => before + 1);
  };
  const go = (next: AgentPlace | null): void => {
    if (isEditing(place) && isDirty) setLeavingFor({ place: next });
    else show(next);
  };
  const showFile = (path: string) => void reload().then(() => show({ kind: 'file', path, edits: false }));

  if (!listing) {
    if (!fault) return <PaneEmpty title="Reading the agents…" />;
    return (
      <PaneEmpty title="The agents cannot be read." isError>
        {fault.message}
      </PaneEmpty>
    );
  }
  const editor = {
    workspace,
    skills: listing.skills.map(({ name }) => name),
    onDirty: setDirty,
    onSaved: showFile,
  };
  const file = place?.kind === 'file' ? place : null;
  return (
    <section className="pane-view" aria-label="Agents and skills" data-place={place === null ? 'list' : 'one'}>
      <div className="agents-view__columns">
        <div className="agents-view__list pane-scroll">
          <AgentList listing={listing} place={place} onPick={go} />
        </div>
        <div className="agents-view__one">
          {place !== null && (
            <Button size="small" look="quiet" className="agents-view__back" onClick={() => go(null)}>
              <ArrowLeft aria-hidden />
              All agents
            </Button>
          )}
          {fault && <FaultLine message={fault.message} />}
          {openFault && <FaultLine message={openFault.message} />}
          {trashed && (
            <UndoLine
              key={trashed.id}
              workspace={workspace}
              trashed={trashed}
              onRestored={showFile}
              onDone={() => setTrashed(null)}
            />
          )}
          {place === null && <Overview />}
          {place?.kind === 'skill' && <SkillDetail workspace={workspace} listing={listing} path={place.path} />}
          {place?.kind === 'new' && (
            <AgentEditor
              {...editor}
              key={visit}
              path={null}
              start={place.after}
              isOutdated={false}
              onCancel={() => go(null)}
              onReload={() => {}}
            />
          )}
          {file?.edits && opened && (
            <AgentEditor
              {...editor}
              key={visit}
              path={file.path}
              start={opened}
              isOutdated={isOutdated}
              onCancel={() => go({ ...file, edits: false })}
              onReload={() => show(file)}
            />
          )}
          {opened && !isEditing(place) && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
            <div className="pane-scroll" tabIndex={0}>
              <AgentDetail
                workspace={workspace}
                root={listing.root}
                opened={opened}
                onEdit={() => file && show({ ...file, edits: true })}
                onDuplicate={() => show({ kind: 'new', after: opened })}
                onDelete={() => file && setDeleting({ ...opened, path: file.path })}
              />
            </div>
          )}
        </div>
      </div>
      {deleting && (
        <DeleteAgentDialog
          workspace={workspace}
          opened={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={(id) => {
            setTrashed({ id, name: deleting.agent?.name ?? 'The file' });
            setDeleting(null);
            show(null);
            void reload();
          }}
        />
      )}
      {leavingFor && <LeaveDialog onStay={() => setLeavingFor(null)} onLeave={() => show(leavingFor.place)} />}
    </section>
  );
}
