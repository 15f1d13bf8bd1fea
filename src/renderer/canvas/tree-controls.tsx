import { Panel, useReactFlow } from '@xyflow/react';
import { ArrowDown, ArrowRight, LayoutGrid, Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../ui/button.tsx';
import { canvasStore } from './canvas-store.ts';
import { motionIsReduced } from './glide.ts';

const ZOOM_MS = 160;

export function TreeControls() {
  const { zoomIn, zoomOut } = useReactFlow();
  const direction = useStore(canvasStore, (canvas) => canvas.direction);
  const minimap = useStore(canvasStore, (canvas) => canvas.minimap);
  const zoom = (by: typeof zoomIn): void => {
    canvasStore.getState().leaveFollowing();
    void by({ duration: motionIsReduced() ? 0 : ZOOM_MS });
  };
  return (
    <Panel position="bottom-left" className="tree-controls">
      <IconButton size="small" name="Zoom out" onClick={() => zoom(zoomOut)}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton size="small" name="Zoom in" onClick={() => zoom(zoomIn)}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="small" name="Fit the tree" hint="0" onClick={() => canvasStore.getState().fit()}>
        <Maximize aria-hidden />
      </IconButton>
      <span className="tree-controls__line" />
      <IconButton size="small" name="Tidy the tree" hint="Shift+T" onClick={() => canvasStore.getState().tidy()}>
        <LayoutGrid aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        name={direction === 'down' ? 'Grow to the right' : 'Grow downwards'}
        hint="L"
        onClick={() => canvasStore.getState().turn()}
      >
        {direction === 'down' ? <ArrowRight aria-hidden /> : <ArrowDown aria-hidden />}
      </IconButton>
      <IconButton
        size="small"
        name="Minimap"
        hint="M"
        aria-pressed={minimap}
        onClick={() => canvasStore.getState().toggleMinimap()}
      >
        <MapIcon aria-hidden />
      </IconButton>
    </Panel>
  );
}
