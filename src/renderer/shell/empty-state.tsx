import { FileInput, FolderOpen, Play } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Fault } from '../../shared/result.ts';
import { openFolder, startDemo } from '../actions/session-actions.ts';
import { faultStore } from '../stores/fault-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
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
  const reported = useStore(faultStore, (state) => state.faults.at(-1)?.fault ?? null);
  const shown = fault ?? reported;
  const demo = async (): Promise<void> => {
    setStarting(true);
    setFault(await startDemo());
    setStarting(false);
  };
  return (
    <div className="centre">
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
          <Button size="large" onClick={() => viewStore.getState().openDialog({ kind: 'import' })}>
            <FileInput aria-hidden />
            Open a transcript
          </Button>
        </div>
        {shown ? (
          <FaultLine message={shown.message} />
        ) : (
          <p className="centre__note">
            The demo needs no key and no network. You can also drop a repository or transcripts here.
          </p>
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
