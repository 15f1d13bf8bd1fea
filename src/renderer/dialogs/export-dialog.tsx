import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ask } from '../actions/attempt.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { formatBytes, plural } from '../ui/format.ts';
import { cancelExport, type ExportFormat, exportStore, openExport, startExport } from './export/export-store.ts';
import { OwnPatterns } from './export/own-patterns.tsx';
import { RedactionPreview } from './export/redaction-preview.tsx';
import './export/export.css';

const FORMATS: readonly { readonly id: ExportFormat; readonly name: string; readonly about: string }[] = [
  { id: 'html', name: 'Page', about: 'One HTML file for any browser: tree, transcripts, changes, search, playhead.' },
  { id: 'md', name: 'Document', about: 'Markdown: every branch to read, its tools folded, with costs.' },
  { id: 'jsonl', name: 'Events', about: 'The log as lines of JSON, which Forkscope imports again.' },
  { id: 'bundle', name: 'Bundle', about: 'Everything, requests and comments included, for another Forkscope.' },
];

const PHASES = {
  reading: 'Reading the session',
  redacting: 'Taking secrets out',
  writing: 'Writing the file',
} as const;

/** Writes a session into one file, after showing what will be left out of it. */
export function ExportDialog({ sessionId }: { readonly sessionId: string }) {
  const { closeDialog } = viewStore.getState();
  const { news, written, fault } = useStore(exportStore);
  useEffect(() => openExport(sessionId), [sessionId]);
  const close = (): void => {
    cancelExport();
    closeDialog();
  };
  return (
    <Dialog title="Export the session" className="export" onClose={close}>
      {written === null ? <Choice isBusy={news !== null} /> : <Written />}
      {fault && (
        <div className="export__fault">
          <FaultLine message={fault.message} />
        </div>
      )}
      <div className="dialog__foot">
        {news && (
          <div className="export__progress">
            <progress max={1} value={news.share} aria-label={PHASES[news.phase]} />
            <span>{PHASES[news.phase]}…</span>
          </div>
        )}
        {written === null && news === null && <Button onClick={close}>Cancel</Button>}
        {news !== null && <Button onClick={cancelExport}>Stop</Button>}
        {written === null ? (
          <Button look="primary" data-autofocus disabled={news !== null} onClick={() => void startExport()}>
            Export…
          </Button>
        ) : (
          <>
            <Button onClick={() => void ask('export.reveal', { file: written.file })}>Reveal</Button>
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Choice({ isBusy }: { readonly isBusy: boolean }) {
  const format = useStore(exportStore, (state) => state.format);
  const redact = useStore(exportStore, (state) => state.redact);
  return (
    // A fieldset itself does not scroll what is in it.
    <div className="dialog__body">
      <fieldset className="export__body" disabled={isBusy}>
        <div role="radiogroup" aria-label="Format" className="export__formats">
          {FORMATS.map(({ id, name, about }) => (
            <label key={id} data-chosen={id === format}>
              <input
                type="radio"
                name="export-format"
                aria-label={name}
                checked={id === format}
                onChange={() => exportStore.setState({ format: id })}
              />
              <span className="export__name">{name}</span>
              <span className="export__about">{about}</span>
            </label>
          ))}
        </div>
        <label className="export__switch">
          <input
            type="checkbox"
            checked={redact}
            onChange={(event) => exportStore.setState({ redact: event.currentTarget.checked })}
          />
          Take out keys, passwords, e-mail addresses and home folders
        </label>
        {redact ? (
          <>
            <RedactionPreview />
            <OwnPatterns />
          </>
        ) : (
          <p className="export__warning">
            The file will hold everything that the branches read and wrote, secrets included. Share it only with people
            who may see all of it.
          </p>
        )}
      </fieldset>
    </div>
  );
}

function Written() {
  const written = useStore(exportStore, (state) => state.written);
  if (!written) return null;
  const { file, bytes, events, redacted, problems } = written;
  return (
    <div className="dialog__body export__written" aria-live="polite">
      <p>
        {formatBytes(bytes)}, {plural(events, 'event')}.{' '}
        {redacted === null ? 'Nothing was taken out.' : `Taken out in ${plural(redacted, 'place')}.`}
      </p>
      <code>{file}</code>
      {problems.map((problem) => (
        <FaultLine key={problem} message={problem} />
      ))}
    </div>
  );
}
