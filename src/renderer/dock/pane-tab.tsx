import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { X } from 'lucide-react';
import { useBranch } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { StateMark } from '../ui/state-mark.tsx';
import type { PaneParams } from './open-pane.ts';
import { PANE_INFO } from './pane-kinds.ts';

export function PaneTab({ params, api }: IDockviewPanelHeaderProps<PaneParams>) {
  const { name, Icon } = PANE_INFO[params.kind];
  const branch = useBranch(params.branch);
  const title = branch ? titleOf(branch) : params.branch;
  return (
    <div className="pane-tab" title={`${name}: ${title}`}>
      <Icon aria-hidden />
      <span className="unseen">{name} of </span>
      <span className="cut">{title}</span>
      {branch && <StateMark status={branch.status} waitingFor={branch.waitingFor} />}
      <button
        type="button"
        className="pane-tab__close"
        aria-label={`Close ${name.toLowerCase()} of ${title}`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          api.close();
        }}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}
