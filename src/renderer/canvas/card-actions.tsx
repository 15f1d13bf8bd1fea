import {
  Ellipsis,
  GitCompare,
  GitFork,
  MessageSquareReply,
  MessagesSquare,
  OctagonX,
  Pause,
  Play,
  SquareTerminal,
  StepForward,
} from 'lucide-react';
import { useStore } from 'zustand';
import type { BranchState } from '../../core/session/state.ts';
import {
  abortBranch,
  answerPermission,
  pauseBranch,
  resumeBranch,
  skipHold,
  steerBranch,
} from '../actions/branch-actions.ts';
import { openPane } from '../dock/open-pane.ts';
import { actionsInView } from '../replay/actions-in-view.ts';
import { forkFromView } from '../replay/fork-from-view.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { useIsPast, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button, IconButton } from '../ui/button.tsx';

interface CardActionsProps {
  readonly branch: BranchState;
  readonly asks: boolean;
  /** Opens the card's menu at a place of the window. */
  readonly onMenu?: (at: { readonly x: number; readonly y: number }) => void;
}

/** The buttons that fit the state: panes on the left, control on the right. */
export function CardActions({ branch, asks, onMenu }: CardActionsProps) {
  const { id } = branch;
  const isPast = useIsPast();
  // A pause that was asked for is taken back by the same button.
  useStore(stoppedStore, (stopped) => stopped.pausing.has(id));
  const can = actionsInView(branch);
  return (
    <div className="card__actions nodrag">
      {asks && !isPast ? (
        <PermissionButtons branch={id} />
      ) : (
        <>
          <IconButton
            size="small"
            name="Open transcript"
            command="branch.transcript"
            onClick={() => openPane('transcript', id)}
          >
            <MessagesSquare aria-hidden />
          </IconButton>
          <IconButton
            size="small"
            className="card__minor"
            name="Open terminal"
            command="branch.terminal"
            onClick={() => openPane('terminal', id)}
          >
            <SquareTerminal aria-hidden />
          </IconButton>
          {can.has('diff') && (
            <IconButton size="small" name="Open diff" command="branch.diff" onClick={() => openPane('diff', id)}>
              <GitCompare aria-hidden />
            </IconButton>
          )}
          {can.has('fork') && (
            <IconButton
              size="small"
              className="card__minor"
              name={isPast ? 'Fork from this moment' : 'Fork from here'}
              command="branch.fork"
              onClick={() => forkFromView(id)}
            >
              <GitFork aria-hidden />
            </IconButton>
          )}
        </>
      )}
      <span className="card__gap" />
      {can.has('skip-hold') && (
        <Button size="small" look="quiet" onClick={() => void skipHold(id)}>
          <StepForward aria-hidden />
          Skip hold
        </Button>
      )}
      {!asks && can.has('steer') && (
        <IconButton size="small" name="Steer" command="branch.steer" onClick={() => steerBranch(id)}>
          <MessageSquareReply aria-hidden />
        </IconButton>
      )}
      {!asks && can.has('pause') && (
        <IconButton
          size="small"
          name="Pause at the next step"
          command="branch.pause"
          onClick={() => void pauseBranch(id)}
        >
          <Pause aria-hidden />
        </IconButton>
      )}
      {can.has('resume') && (
        <IconButton size="small" name="Resume" command="branch.resume" onClick={() => void resumeBranch(id)}>
          <Play aria-hidden />
        </IconButton>
      )}
      {can.has('abort') && (
        <IconButton size="small" look="danger" name="Abort" command="branch.abort" onClick={() => void abortBranch(id)}>
          <OctagonX aria-hidden />
        </IconButton>
      )}
      {onMenu && (
        <IconButton
          size="small"
          name="More"
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom + 4 });
          }}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function PermissionButtons({ branch }: { readonly branch: string }) {
  const promptId = useSession((state) => state.prompts.find((prompt) => prompt.branch === branch)?.promptId ?? null);
  if (promptId === null) return null;
  return (
    <>
      <Button
        size="small"
        look="primary"
        title="Allow once (Y)"
        onClick={() => void answerPermission({ promptId, answer: 'allow' }, branch)}
      >
        Allow
      </Button>
      <Button size="small" title="Deny (N)" onClick={() => void answerPermission({ promptId, answer: 'deny' }, branch)}>
        Deny
      </Button>
      <Button
        size="small"
        look="quiet"
        title="See all of it, and more answers (I)"
        onClick={() => viewStore.getState().setInbox(true)}
      >
        More…
      </Button>
    </>
  );
}
