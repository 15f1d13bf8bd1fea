import type { IDockviewPanelProps } from 'dockview-react';
import { Component, type ReactNode, Suspense } from 'react';
import { replayStore } from '../replay/replay-store.ts';
import { useOpenSession, useSession } from '../stores/use-session.ts';
import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import type { PaneParams } from './open-pane.ts';
import { branchesIn, PANE_INFO } from './pane-kinds.ts';
import { PANES } from './pane-registry.tsx';

/** The frame that every pane stands in: loading, a branch that is gone, and a pane that broke, all in words. */
export function Pane({ params, api }: IDockviewPanelProps<PaneParams>) {
  const { kind, branch } = params;
  const { name } = PANE_INFO[kind];
  const known = useSession((state) => branchesIn(branch).every((id) => state.branches[id] !== undefined));
  const unborn = useOpenSession(({ log }) =>
    known ? null : (branchesIn(branch).map((id) => log.lanes.lane(id))[0] ?? null),
  );
  const Content = PANES[kind];
  if (unborn) {
    return (
      <div className="pane pane--note">
        <p className="pane__note">This branch is not born yet at the moment that you see.</p>
        <Button onClick={() => replayStore.getState().seekPlace(unborn.bornIndex + 1)}>Go to its birth</Button>
      </div>
    );
  }
  if (!known) {
    return (
      <div className="pane pane--note">
        <p className="pane__note">This branch is not part of the open session.</p>
        <Button onClick={() => api.close()}>Close this pane</Button>
      </div>
    );
  }
  return (
    <div className="pane">
      <PaneGuard name={name}>
        <Suspense fallback={<p className="pane__note">Opening the {name.toLowerCase()}…</p>}>
          <Content branch={branch} />
        </Suspense>
      </PaneGuard>
    </div>
  );
}

interface GuardProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A bug in one pane must not take the tree with it. */
class PaneGuard extends Component<GuardProps, { readonly broken: string | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(error: unknown) {
    return { broken: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.broken === null) return this.props.children;
    return (
      <div className="pane pane--note">
        <FaultLine
          message={`The ${this.props.name.toLowerCase()} could not be shown (${this.state.broken}). Try again.`}
        >
          <Button size="small" onClick={() => this.setState({ broken: null })}>
            Try again
          </Button>
        </FaultLine>
      </div>
    );
  }
}
