import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before typed text is dropped. */
export function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <Dialog title="Drop what you typed?" onClose={onStay}>
      <div className="dialog__body">
        <p>This agent is not written yet. Save it first, or drop the changes.</p>
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={onStay}>
          Keep editing
        </Button>
        <Button look="danger" onClick={onLeave}>
          Drop the changes
        </Button>
      </div>
    </Dialog>
  );
}
