import { useState } from 'react';
import { ask } from '../../actions/attempt.ts';
import { Button } from '../../ui/button.tsx';

/** A file that was just deleted: the agent's name, and the name by which the trash gives it back. */
export interface Trashed {
  readonly name: string;
  readonly id: string;
}

interface UndoLineProps {
  readonly workspace: string;
  readonly trashed: Trashed;
  onRestored(path: string): void;
  onDone(): void;
}

/** Says that a file is in the trash, and brings it back. */
export function UndoLine({ workspace, trashed, onRestored, onDone }: UndoLineProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const undo = async (): Promise<void> => {
    const answer = await ask('agents.restore', { workspace, trashed: trashed.id });
    if (!answer.ok) {
      setRefusal(answer.error.message);
      return;
    }
    onDone();
    onRestored(answer.value.path);
  };
  return (
    <div className="agent-undo" role="status">
      <span className="cut">{refusal ?? `${trashed.name} is in the trash.`}</span>
      <Button size="small" onClick={() => void undo()}>
        Undo
      </Button>
      <Button size="small" look="quiet" onClick={onDone}>
        Dismiss
      </Button>
    </div>
  );
}
