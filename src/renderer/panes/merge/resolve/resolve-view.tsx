import type { MergeConflict, Resolution } from '../../../../core/worktree/merge-plan.ts';
import { CollisionChoice } from './collision-choice.tsx';
import './resolve.css';
import { SideChoice } from './side-choice.tsx';
import { ThreePanes } from './three-panes.tsx';

export interface ResolveViewProps {
  readonly conflict: MergeConflict;
  /** The fork's name as the conflict's markers have it, and as a person knows it. */
  readonly fork: string;
  readonly forkTitle: string;
  readonly place: { readonly at: number; readonly of: number };
  /** How it was settled before, when a person comes back to it. */
  readonly earlier: Resolution | null;
  onCancel(): void;
  onResolve(answer: Resolution): void;
}

/** One file in conflict: line by line in three panes where it is text on both sides, else what there is to choose between. */
export function ResolveView(props: ResolveViewProps) {
  const { marked, ours, theirs, typeCollision } = props.conflict;
  if (typeCollision) return <CollisionChoice {...props} collision={typeCollision} />;
  const isText = marked !== null && ours !== null && theirs !== null && ours.text !== null && theirs.text !== null;
  return isText && marked.includes('<<<<<<<') ? (
    <ThreePanes {...props} marked={marked} ours={ours.text ?? ''} theirs={theirs.text ?? ''} />
  ) : (
    <SideChoice {...props} />
  );
}
