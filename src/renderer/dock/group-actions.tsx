import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { AppWindow, Columns2, Maximize2, Minimize2, PanelRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { TREE_PANEL } from './open-pane.ts';
import { toggleFloating, toggleMaximised } from './pane-moves.ts';

/** The buttons at the right end of a row of tabs. */
export function GroupActions({ group, panels, activePanel, containerApi }: IDockviewHeaderActionsProps) {
  const [location, setLocation] = useState(group.api.location.type);
  const [maximised, setMaximised] = useState(group.api.isMaximized());
  useEffect(() => {
    const moved = group.api.onDidLocationChange((event) => setLocation(event.location.type));
    const sized = containerApi.onDidMaximizedGroupChange(() => setMaximised(group.api.isMaximized()));
    return () => {
      moved.dispose();
      sized.dispose();
    };
  }, [group, containerApi]);
  if (panels.some((panel) => panel.id === TREE_PANEL)) return null;
  const floating = location === 'floating';
  return (
    <div className="group-actions">
      {panels.length > 1 && activePanel && (
        <IconButton
          size="small"
          name="Split: show this pane beside"
          onClick={() => activePanel.api.moveTo({ group, position: 'right' })}
        >
          <Columns2 aria-hidden />
        </IconButton>
      )}
      <IconButton
        size="small"
        name={floating ? 'Dock these panes' : 'Float these panes'}
        command="pane.float"
        onClick={() => toggleFloating(containerApi, group)}
      >
        {floating ? <PanelRight aria-hidden /> : <AppWindow aria-hidden />}
      </IconButton>
      {!floating && (
        <IconButton
          size="small"
          name={maximised ? 'Restore the layout' : 'Maximise'}
          command="pane.maximise"
          onClick={() => toggleMaximised(containerApi, group)}
        >
          {maximised ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </IconButton>
      )}
    </div>
  );
}
