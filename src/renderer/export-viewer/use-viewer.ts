import { useStore } from 'zustand';
import { type ViewerState, viewerStore } from './viewer-store.ts';

/** A piece of what the page shows. Only used below the opened viewer. */
export function useViewer<T>(select: (viewer: ViewerState) => T): T {
  return useStore(viewerStore, (viewer) => {
    if (!viewer) throw new Error('The export is not open yet.');
    return select(viewer);
  });
}
