import { useEffect, useRef, useState } from 'react';
import { useWidth } from '../shared/use-width.ts';

type Plotting = typeof import('@observablehq/plot');

let loading: Promise<Plotting> | null = null;

/** The charts' library is read when the first chart is shown. */
function loadPlot(): Promise<Plotting> {
  loading ??= import('@observablehq/plot');
  return loading;
}

interface ChartProps {
  /** Draws into this width in pixels. Called again when it, or the width, changes. */
  readonly draw: (plot: Plotting, width: number) => Element;
  /** In pixels: kept free while the library is read, so that nothing jumps. */
  readonly height: number;
}

/** A picture for the eye; the sentence and the table beside it say the same in words. */
export function Chart({ draw, height }: ChartProps) {
  const [attach, width] = useWidth<HTMLDivElement>();
  const box = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plotting | null>(null);
  useEffect(() => {
    let current = true;
    void loadPlot().then((loaded) => current && setPlot(loaded));
    return () => {
      current = false;
    };
  }, []);
  useEffect(() => {
    if (plot && width > 0) box.current?.replaceChildren(draw(plot, width));
  }, [plot, width, draw]);
  return (
    <div ref={attach} className="chart" style={{ minHeight: height }} aria-hidden>
      {plot === null && <p className="chart__note">Drawing…</p>}
      <div ref={box} />
    </div>
  );
}
