import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { host } from '../../bridge.ts';
import { useOpenSession } from '../../stores/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { usePane } from './pane-context.ts';
import type { MessageRow } from './rows.ts';

interface Directive {
  readonly id: number;
  readonly text: string;
}

/** The inline form of "Fork from here": one directive makes one fork, several make siblings that share their prefix. */
export function ForkForm({ row }: { row: MessageRow }) {
  const { store } = usePane();
  const isOpen = useStore(store, (state) => state.forkAt === row.key);
  return isOpen ? <OpenForkForm row={row} /> : null;
}

function OpenForkForm({ row }: { row: MessageRow }) {
  const { store } = usePane();
  const sessionId = useOpenSession((open) => open.sessionId);
  const [directives, setDirectives] = useState<readonly Directive[]>([{ id: 0, text: '' }]);
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const close = () => store.setState({ forkAt: null });
  const wanted = directives.map(({ text }) => text.trim()).filter((text) => text !== '');

  const submit = async () => {
    if (sessionId === null || wanted.length === 0 || state.busy) return;
    setState({ busy: true, fault: null });
    const made = await host.call('branch.fork', {
      sessionId,
      branch: row.owner,
      messageId: row.messageId,
      directives: wanted,
    });
    if (made.ok) close();
    else setState({ busy: false, fault: made.error.message });
  };
  const edit = (id: number, text: string) =>
    setDirectives(directives.map((directive) => (directive.id === id ? { id, text } : directive)));

  return (
    <form
      className="fork-form"
      aria-label="Fork from here"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
      }}
    >
      {directives.map(({ id, text }, index) => (
        <textarea
          key={id}
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the form opens because the person asked to write here
          autoFocus={index === directives.length - 1}
          value={text}
          placeholder={index === 0 ? 'What should this fork do?' : `What should fork ${index + 1} do?`}
          aria-label={`Directive of fork ${index + 1}`}
          onChange={(event) => edit(id, event.target.value)}
        />
      ))}
      {state.fault ? (
        <p className="fork-form-fault" role="alert">
          {state.fault}
        </p>
      ) : null}
      <div className="fork-form-actions">
        <Button
          size="small"
          look="quiet"
          onClick={() => setDirectives([...directives, { id: (directives.at(-1)?.id ?? 0) + 1, text: '' }])}
        >
          <Plus aria-hidden /> Another fork
        </Button>
        <span className="pane-grow" />
        <Button size="small" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" look="primary" disabled={wanted.length === 0 || state.busy}>
          {wanted.length > 1 ? `Start ${wanted.length} forks` : 'Start fork'}
        </Button>
      </div>
    </form>
  );
}
