import { runCommand } from '../commands/run-command.ts';
import { Dock } from '../dock/dock.tsx';
import { Timeline } from '../replay/timeline.tsx';
import { ImportedLine } from './imported-line.tsx';
import { TopBar } from './top-bar.tsx';

/** An open session: its totals above, the tree and the panes, and time below. */
export function SessionView() {
  return (
    <>
      <button type="button" className="skip" onClick={() => runCommand('app.branches')}>
        Show the branches as a list
      </button>
      <TopBar />
      <ImportedLine />
      <div className="shell__dock">
        <Dock />
      </div>
      <Timeline />
    </>
  );
}
