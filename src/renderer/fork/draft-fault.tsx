import { Button } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import type { ForkDraft } from './use-fork-draft.ts';

/** Why the forks did not start; a session from another computer asks for the folder here. */
export function DraftFault({ draft }: { readonly draft: ForkDraft }) {
  const { fault, chooseFolder } = draft;
  if (fault === null) return null;
  return (
    <FaultLine message={fault}>
      {chooseFolder !== null && (
        <Button size="small" onClick={() => void chooseFolder()}>
          Choose the folder…
        </Button>
      )}
    </FaultLine>
  );
}
