import { type ReactFlowState, useStore } from '@xyflow/react';

export type ZoomLevel = 'dot' | 'card' | 'tail';

/** Below this zoom a card's 12 px text is under 5 px: a dot with state and cost says more. */
const DOT_BELOW = 0.4;
const TAIL_ABOVE = 1.3;

const levelOf = ({ transform }: ReactFlowState): ZoomLevel =>
  transform[2] < DOT_BELOW ? 'dot' : transform[2] > TAIL_ABOVE ? 'tail' : 'card';

/** How much a card shows. The only use of React Flow's own store, so that an upgrade touches one file. */
export function useZoomLevel(): ZoomLevel {
  return useStore(levelOf);
}
