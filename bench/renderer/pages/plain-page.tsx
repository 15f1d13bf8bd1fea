import { type Edge, type Node, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import '@xyflow/react/dist/style.css';
import { createRoot } from 'react-dom/client';
import { panAndZoom, recordFrames } from './frames.ts';

/** The measure: React Flow as it comes, with as many of its own nodes at the same places, and nothing else. */
export function showPlainPage(nodes: Node[], edges: Edge[]): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  root.style.height = '100vh';
  return new Promise((ready) => {
    const begin = (flow: ReactFlowInstance): void => {
      void flow.fitView();
      window.bench = {
        still: (milliseconds) => recordFrames(milliseconds),
        panZoom: panAndZoom,
        async look(at) {
          if (at === 'all') await flow.fitView();
          else await flow.fitView({ nodes: [{ id: 'b1' }], maxZoom: 1 });
        },
        live: () => {},
        renders: () => ({}),
      };
      ready();
    };
    createRoot(root).render(
      <ReactFlow
        defaultNodes={nodes}
        defaultEdges={edges}
        onlyRenderVisibleElements
        panOnScroll
        minZoom={0.02}
        onInit={begin}
        proOptions={{ hideAttribution: true }}
      />,
    );
  });
}
