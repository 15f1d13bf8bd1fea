import { Panel } from '@xyflow/react';
import { useStore } from 'zustand';
import { selectionStore } from '../stores/selection-store.ts';
import { PickedBar } from './picked-bar.tsx';
import { StateChips } from './state-chips.tsx';
import { TreeSearch } from './tree-search.tsx';
import './tree-bar.css';

/** Above the tree: which branches there are, by state, and what a person looks for among them. */
export function TreeBar() {
  const picked = useStore(selectionStore, (selection) => selection.picked.size);
  return (
    <Panel position="top-left" className="tree-bar">
      <div className="tree-bar__group">
        <TreeSearch />
        <StateChips />
      </div>
      {picked > 0 && <PickedBar />}
    </Panel>
  );
}
