import { Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { DraftFault } from '../../fork/draft-fault.tsx';
import { LaunchEstimateBox, startName } from '../../fork/launch-estimate.tsx';
import { ReadOnlyChoice } from '../../fork/read-only-choice.tsx';
import { useForkDraft } from '../../fork/use-fork-draft.ts';
import { Button } from '../../ui/button.tsx';
import { usePane } from './pane-context.ts';
import type { MessageRow } from './rows.ts';

/** The inline form of "Fork from here": one directive makes one fork, several make siblings that share their prefix. */
export function ForkForm({ row }: { row: MessageRow }) {
  const { store } = usePane();
  const isOpen = useStore(store, (state) => state.forkAt === row.key);
  return isOpen ? <OpenForkForm row={row} /> : null;
}

function OpenForkForm({ row }: { row: MessageRow }) {
  const { store } = usePane();
  const close = () => store.setState({ forkAt: null });
  const draft = useForkDraft({ branch: row.owner, messageId: row.messageId }, close);
  const { rows, directives } = draft;
  return (
    <form
      className="fork-form"
      aria-label="Fork from here"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.start();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.start();
      }}
    >
      {rows.map(({ key, text }, index) => (
        <textarea
          key={key}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the form opens because the person asked to write here
          autoFocus={index === rows.length - 1}
          value={text}
          placeholder={index === 0 ? 'What should this fork do?' : `What should fork ${index + 1} do?`}
          aria-label={`Directive of fork ${index + 1}`}
          onChange={(event) => draft.edit(key, event.target.value)}
        />
      ))}
      <ReadOnlyChoice checked={draft.isReadOnly} onChange={draft.setReadOnly} />
      <LaunchEstimateBox place={draft.place} count={Math.max(1, directives.length)} />
      <DraftFault draft={draft} />
      <div className="fork-form-actions">
        <Button size="small" look="quiet" onClick={draft.add}>
          <Plus aria-hidden /> Another fork
        </Button>
        <span className="pane-grow" />
        <Button size="small" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" look="primary" disabled={directives.length === 0 || draft.busy}>
          {startName(directives.length)}
        </Button>
      </div>
    </form>
  );
}
