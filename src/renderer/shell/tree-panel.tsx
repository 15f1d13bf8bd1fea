import { useStore } from 'zustand';
import { Tree } from '../canvas/tree.tsx';
import { dockStore } from '../dock/dock-store.ts';
import { PermissionBar } from '../permissions/permission-bar.tsx';
import { PastBanner } from '../replay/past-banner.tsx';
import { useIsPast, useSession } from '../stores/use-session.ts';
import { NoticeStack } from './notice-stack.tsx';
import { PromptBox } from './prompt-box.tsx';
import { StoppedLine } from './stopped-line.tsx';
import './tree-panel.css';

/** The middle of the window: the tree, what went wrong, what waits for an answer, and the prompt box. */
export function TreePanel() {
  const isPast = useIsPast();
  const isEmpty = useSession((state) => state.order.length === 0);
  const maximised = useStore(dockStore, (dock) => dock.maximised);
  return (
    <div className="tree-panel" data-covered={maximised}>
      <div className="tree-panel__canvas">
        <Tree />
        {isEmpty && (
          <p className="tree-panel__note">{isPast ? 'No branch had started yet.' : 'Starting the root branch…'}</p>
        )}
      </div>
      <div className="tree-panel__foot">
        <NoticeStack />
        <StoppedLine />
        <PermissionBar />
        {isPast ? <PastBanner /> : <PromptBox />}
      </div>
    </div>
  );
}
