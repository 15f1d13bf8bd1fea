import {
  ChevronsDownUp,
  Columns2,
  Copy,
  Fingerprint,
  FolderX,
  GitCompare,
  GitFork,
  GitMerge,
  ListTree,
  MessageSquareReply,
  MessagesSquare,
  OctagonX,
  Pause,
  PencilLine,
  Pin,
  Play,
  RotateCcw,
  Rows3,
  SquareCheck,
  SquareTerminal,
} from 'lucide-react';
import { activeBelow } from '../../core/graph/below.ts';
import { descendantsOf } from '../../core/graph/tree-structure.ts';
import type { BranchState } from '../../core/session/state.ts';
import { abortBranch, pauseBranch, resumeBranch, steerBranch } from '../actions/branch-actions.ts';
import { copyText } from '../actions/copy-text.ts';
import { restoreWorktree } from '../actions/discard-worktree.ts';
import { openPane } from '../dock/open-pane.ts';
import { actionsInView } from '../replay/actions-in-view.ts';
import { forkFromView } from '../replay/fork-from-view.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Menu, type MenuGroups } from '../ui/menu.tsx';
import { canvasStore } from './canvas-store.ts';
import { renameStore } from './rename-store.ts';
import { treeViewStore } from './tree-view-store.ts';

interface CardMenuProps {
  readonly branch: BranchState;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** Everything a branch can do: from afar its card has no buttons. */
export function CardMenu({ branch, at, onClose }: CardMenuProps) {
  return <Menu label={`More for ${titleOf(branch)}`} groups={groupsFor(branch)} at={at} onClose={onClose} />;
}

function groupsFor(branch: BranchState): MenuGroups {
  const { id } = branch;
  const can = actionsInView(branch);
  const below = activeBelow(sessionStore.getState().state, id);
  const { pinned, togglePin } = treeViewStore.getState();
  const { picked, toggle } = selectionStore.getState();
  return [
    [
      {
        name: 'Transcript',
        icon: <MessagesSquare aria-hidden />,
        command: 'branch.transcript',
        run: () => openPane('transcript', id),
      },
      {
        name: 'Transcript beside',
        icon: <Columns2 aria-hidden />,
        command: 'branch.transcriptBeside',
        run: () => openPane('transcript', id, { beside: true }),
      },
      {
        name: 'Terminal',
        icon: <SquareTerminal aria-hidden />,
        command: 'branch.terminal',
        run: () => openPane('terminal', id),
      },
      ...(can.has('diff')
        ? [
            {
              name: 'Diff',
              icon: <GitCompare aria-hidden />,
              command: 'branch.diff',
              run: () => openPane('diff', id),
            },
          ]
        : []),
      {
        name: 'Prefix',
        icon: <Fingerprint aria-hidden />,
        command: 'branch.prefix',
        run: () => openPane('prefix', id),
      },
      {
        name: 'Requests',
        icon: <Rows3 aria-hidden />,
        command: 'branch.requests',
        run: () => openPane('requests', id),
      },
      ...(can.has('fork')
        ? [
            {
              name: presentState() === sessionStore.getState().state ? 'Fork from here…' : 'Fork from this moment…',
              icon: <GitFork aria-hidden />,
              command: 'branch.fork',
              run: () => forkFromView(id),
            },
          ]
        : []),
    ],
    [
      ...(can.has('steer')
        ? [
            {
              name: 'Steer…',
              icon: <MessageSquareReply aria-hidden />,
              command: 'branch.steer',
              run: () => steerBranch(id),
            },
          ]
        : []),
      ...(can.has('pause')
        ? [
            {
              name: 'Pause at the next step',
              icon: <Pause aria-hidden />,
              command: 'branch.pause',
              run: () => void pauseBranch(id),
            },
          ]
        : []),
      ...(can.has('resume')
        ? [{ name: 'Resume', icon: <Play aria-hidden />, command: 'branch.resume', run: () => void resumeBranch(id) }]
        : []),
    ],
    [
      ...(can.has('merge')
        ? [{ name: 'Merge…', icon: <GitMerge aria-hidden />, command: 'team.merge', run: () => openPane('merge', id) }]
        : []),
      ...(can.has('discard')
        ? [
            {
              name: 'Keep or discard…',
              icon: <FolderX aria-hidden />,
              command: 'team.discard',
              run: () => viewStore.getState().openDialog({ kind: 'discard', branch: id }),
            },
          ]
        : []),
      ...(can.has('restore')
        ? [{ name: 'Restore the worktree', icon: <RotateCcw aria-hidden />, run: () => void restoreWorktree(id) }]
        : []),
    ],
    [
      {
        name: 'Rename',
        icon: <PencilLine aria-hidden />,
        command: 'branch.rename',
        run: () => renameStore.getState().begin(id),
      },
      { name: 'Pin', icon: <Pin aria-hidden />, checked: pinned.has(id), run: () => togglePin(id) },
      { name: 'Pick', icon: <SquareCheck aria-hidden />, checked: picked.has(id), run: () => toggle(id) },
      { name: 'Copy id', icon: <Copy aria-hidden />, run: () => void copyText(id) },
      ...(branch.worktree
        ? [{ name: 'Copy worktree path', icon: <Copy aria-hidden />, run: () => void copyText(branch.root) }]
        : []),
    ],
    branch.children.length === 0
      ? []
      : [
          {
            name: canvasStore.getState().collapsed.has(id) ? 'Open what is below' : 'Collapse what is below',
            icon: <ChevronsDownUp aria-hidden />,
            command: 'branch.collapse',
            run: () => canvasStore.getState().toggleCollapsed(id),
          },
          {
            name: 'Pick it and all below',
            icon: <ListTree aria-hidden />,
            run: () => selectionStore.getState().pick([id, ...everyBelow(id)]),
          },
        ],
    [
      ...(can.has('abort')
        ? [
            {
              name: 'Abort',
              icon: <OctagonX aria-hidden />,
              command: 'branch.abort',
              look: 'danger' as const,
              run: () => void abortBranch(id),
            },
          ]
        : []),
      ...(below > 0
        ? [
            {
              name: `Abort with the ${below} below`,
              icon: <OctagonX aria-hidden />,
              command: 'branch.abortSubtree',
              look: 'danger' as const,
              run: () => void abortBranch(id, true),
            },
          ]
        : []),
    ],
  ];
}

function everyBelow(id: string): string[] {
  return descendantsOf(sessionStore.getState().state, id);
}
