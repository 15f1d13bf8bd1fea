import { useReactFlow } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import { overlaps } from '../../core/graph/place-branches.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { canvasStore } from './canvas-store.ts';
import { CARD } from './card-node.ts';

interface Corner {
  readonly x: number;
  readonly y: number;
}
interface DrawnBox {
  readonly from: Corner;
  readonly to: Corner;
}

/** Picks all cards that a box touches: drawn with Shift held, from a free spot of the canvas. */
export function BoxPicker() {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<DrawnBox | null>(null);
  const { screenToFlowPosition } = useReactFlow();
  useEffect(() => {
    const canvas = ref.current?.closest<HTMLElement>('.tree');
    if (!canvas) return;
    let from: Corner | null = null;
    const spotOf = (event: PointerEvent): Corner => {
      const frame = canvas.getBoundingClientRect();
      return { x: event.clientX - frame.left, y: event.clientY - frame.top };
    };
    const begin = (event: PointerEvent): void => {
      const onPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane');
      if (!event.shiftKey || event.button !== 0 || !onPane) return;
      from = { x: event.clientX, y: event.clientY };
      const spot = spotOf(event);
      setBox({ from: spot, to: spot });
      canvas.setPointerCapture(event.pointerId);
    };
    const draw = (event: PointerEvent): void => {
      if (from === null) return;
      setBox((drawn) => drawn && { ...drawn, to: spotOf(event) });
    };
    const end = (event: PointerEvent): void => {
      if (from === null) return;
      const [a, b] = [screenToFlowPosition(from), screenToFlowPosition({ x: event.clientX, y: event.clientY })];
      from = null;
      setBox(null);
      selectionStore.getState().add(cardsIn(a, b));
    };
    // The pan of the canvas begins with the same press: it must not see one that draws a box. Nor may the press move the
    // focus to what lies around the canvas, where the tree's keys are not heard.
    const keepFromPan = (event: MouseEvent): void => {
      if (from === null) return;
      event.stopPropagation();
      event.preventDefault();
    };
    const press = { capture: true } as const;
    canvas.addEventListener('pointerdown', begin, press);
    canvas.addEventListener('mousedown', keepFromPan, press);
    canvas.addEventListener('pointermove', draw);
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    return () => {
      canvas.removeEventListener('pointerdown', begin, press);
      canvas.removeEventListener('mousedown', keepFromPan, press);
      canvas.removeEventListener('pointermove', draw);
      canvas.removeEventListener('pointerup', end);
      canvas.removeEventListener('pointercancel', end);
    };
  }, [screenToFlowPosition]);
  return (
    <div ref={ref} className="box-picker">
      {box && <div className="box-picker__box" style={styleOf(box)} />}
    </div>
  );
}

function styleOf({ from, to }: DrawnBox) {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/** The cards that a box between two corners touches, in places of the canvas. */
export function cardsIn(a: Corner, b: Corner): string[] {
  const corner = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
  const size = { width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  return canvasStore
    .getState()
    .nodes.filter((node) => overlaps(node.position, CARD, corner, size))
    .map((node) => node.id);
}
