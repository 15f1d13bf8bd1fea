import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openDroppedOrSay } from '../actions/import-actions.ts';
import { pathOfFile } from '../bridge.ts';
import { faultStore } from '../stores/fault-store.ts';
import { droppedPaths } from './dropped-paths.ts';
import './drop-zone.css';

/** Milliseconds after the last word of a drag that has left the window without saying so. */
const GONE_AFTER_MS = 400;

/** Files and folders can be dropped anywhere. What takes drops of its own (the prompt box takes pictures) comes first. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      setOver(false);
    };
    const drag = (event: DragEvent): void => {
      if (event.defaultPrevented || !isOfFiles(event)) {
        hide();
        return;
      }
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(hide, GONE_AFTER_MS);
      setOver(true);
    };
    const drop = (event: DragEvent): void => {
      hide();
      if (event.defaultPrevented || !event.dataTransfer || !isOfFiles(event)) return;
      event.preventDefault();
      const paths = droppedPaths(event.dataTransfer, pathOfFile);
      if (paths.length > 0) void openDroppedOrSay(paths);
      else faultStore.getState().report(NO_PATH, null);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('drop', drop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragover', drag);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-zone" aria-hidden>
      <p className="drop-zone__text">
        <FileInput />
        Drop a repository to start a session, or transcripts to open them
      </p>
    </div>
  );
}

function isOfFiles({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return types.includes('Files') || types.includes('text/uri-list');
}

const NO_PATH = {
  code: 'dropped-no-path',
  message: 'What you dropped gives no path here. Use "Open a folder" or "Open a transcript" and choose it there.',
};
