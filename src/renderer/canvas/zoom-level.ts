import { type ReactFlowState, useStore } from '@xyflow/react';

/** How much a card shows. From afar a card is a box with a few signs in it; how many, the style sheet decides. */
export type ZoomLevel = 'far' | 'brief' | 'card' | 'tail';
/** How far `far` is: an attribute of the canvas, so that a zoom out renders no card anew. */
export type FarLevel = 'near' | 'dot' | 'speck' | 'grain';

/** Below this zoom no letter fits into a card: only the state's shape and colour are left. */
const GRAIN_BELOW = 0.12;
/** Below this zoom the dot's letters are under 8 px: state and name, in still larger type. */
const SPECK_BELOW = 0.27;
/** Below this zoom a card is a few dozen pixels wide: a dot with state and cost says more. */
const DOT_BELOW = 0.4;
/** Below this zoom 11 px text is under 8 px: fewer facts, in larger type. */
const BRIEF_BELOW = 0.72;
const TAIL_ABOVE = 1.3;

function levelOf({ transform }: ReactFlowState): ZoomLevel {
  const zoom = transform[2];
  if (zoom < DOT_BELOW) return 'far';
  if (zoom < BRIEF_BELOW) return 'brief';
  return zoom > TAIL_ABOVE ? 'tail' : 'card';
}

function farLevelOf({ transform }: ReactFlowState): FarLevel {
  const zoom = transform[2];
  if (zoom >= DOT_BELOW) return 'near';
  if (zoom < GRAIN_BELOW) return 'grain';
  return zoom < SPECK_BELOW ? 'speck' : 'dot';
}

/** The only uses of React Flow's own store, so that an upgrade touches one file. */
export function useZoomLevel(): ZoomLevel {
  return useStore(levelOf);
}

export function useFarLevel(): FarLevel {
  return useStore(farLevelOf);
}
