import { FolderOpen, Play } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import type { Fault } from '../../shared/result.ts';
import { openFolder, startDemo } from '../actions/session-actions.ts';
import { pathOfFile } from '../bridge.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { droppedFolder } from './dropped-folder.ts';
import { ForkPicture } from './fork-picture.tsx';
import './empty-state.css';

const STEPS = [
  ['Open a repository', 'Any folder with a git commit. Your checkout stays as it is: forks work in worktrees.'],
  ['Say what you want', 'The agent splits the work into forks that share its prompt cache, byte for byte.'],
  ['Watch, steer, merge', 'Every fork is a card with its state, tokens, cost and changes. Stop any of them alone.'],
] as const;

/** The first thing a person sees: what this is, and one thing to do. */
export function EmptyState() {
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [over, setOver] = useState(false);
  const demo = async (): Promise<void> => {
    setStarting(true);
    setFault(await startDemo());
    setStarting(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const folder = droppedFolder(event.dataTransfer, pathOfFile);
    if (folder === null) setFault(NOT_A_FOLDER);
    else viewStore.getState().openDialog({ kind: 'new-session', folder });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a folder is a shortcut for the button inside
    <div
      className="centre"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="centre__box first-run">
        <ForkPicture />
        <h1 className="centre__title">See every fork of your coding agent</h1>
        <p className="centre__lead">
          Forkscope runs an agent on a git repository, forks its conversation into parallel branches, and shows what
          each one does, costs and shares.
        </p>
        <div className="centre__row">
          <Button look="primary" size="large" disabled={starting} onClick={() => void demo()}>
            <Play aria-hidden />
            {starting ? 'Making the demo repository…' : 'Try the demo'}
          </Button>
          <Button size="large" onClick={() => void openFolder()}>
            <FolderOpen aria-hidden />
            Open a folder
          </Button>
        </div>
        {fault ? (
          <FaultLine message={fault.message} />
        ) : (
          <p className="centre__note">The demo needs no key and no network. You can also drop a folder here.</p>
        )}
        <ol className="first-run__steps">
          {STEPS.map(([name, text], index) => (
            <li key={name}>
              <span className="first-run__number figures" aria-hidden>
                {index + 1}
              </span>
              <h2>{name}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const NOT_A_FOLDER: Fault = {
  code: 'dropped-no-folder',
  message: 'What you dropped gives no folder path here. Use "Open a folder" and choose it there.',
};
