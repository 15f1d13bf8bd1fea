import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { BranchState } from '../../core/session/state.ts';
import { isMac, keyName } from '../commands/keys.ts';
import { useBranch, useSessionShallow } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { StateMark } from '../ui/state-mark.tsx';
import type { PaneParams } from './open-pane.ts';
import { branchesIn, OWN_TITLES, PANE_INFO } from './pane-kinds.ts';

function shortTitle(branch: BranchState | undefined, id: string): string {
  return branch ? titleOf(branch) : id;
}

export function PaneTab({ params, api }: IDockviewPanelHeaderProps<PaneParams>) {
  const { name, Icon } = PANE_INFO[params.kind];
  const ids = branchesIn(params.branch);
  const own = OWN_TITLES[params.kind];
  const isOne = ids.length === 1 && own === undefined;
  const branch = useBranch(isOne ? params.branch : '');
  const titles = useSessionShallow((state) => ids.map((id) => shortTitle(state.branches[id], id)));
  const title = own ?? (isOne ? (titles[0] ?? params.branch) : titles.join(' | '));
  // The dock gives this title to assistive technology, as the name of the tab and of its group.
  useEffect(() => api.setTitle(`${title}, ${name.toLowerCase()}`), [api, title, name]);
  return (
    <div className="pane-tab" title={`${name}: ${title}`}>
      <Icon aria-hidden />
      <span className="cut">{title}</span>
      {branch && <StateMark status={branch.status} waitingFor={branch.waitingFor} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tab may hold no second control; the key for this is a command */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        className="pane-tab__close"
        title={`Close (${keyName('alt+w', isMac())})`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          api.close();
        }}
      >
        <X aria-hidden />
      </span>
    </div>
  );
}
