import { useState } from 'react';
import { readFolderNames } from '../../../core/worktree/folder-names.ts';
import { REBUILT_FOLDERS } from '../../../core/worktree/ignored-content.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Field } from '../../ui/field.tsx';
import type { SectionProps } from './section.ts';

/** Caches that do not keep a worktree from going: one name a line, stored when the field is left. */
export function RebuiltFolders({ settings, change }: SectionProps) {
  const own = settings.rebuiltFolders ?? null;
  const names = own ?? REBUILT_FOLDERS;
  const [text, setText] = useState(names.join('\n'));
  const { problem } = readFolderNames(text);
  const store = (): void => {
    const read = readFolderNames(text);
    if (read.names === null) return;
    setText(read.names.join('\n'));
    if (read.names.join('\n') !== names.join('\n')) void change({ rebuiltFolders: [...read.names] });
  };
  return (
    <div className="form-stack">
      <Field
        label="Folders that may go with a clean worktree"
        hint="One name a line: caches that a command fills again. Where git ignores them they go with it, and are not kept. Empty: none may go."
      >
        {(id) => (
          <textarea
            id={id}
            className="input settings__lines"
            rows={6}
            spellCheck={false}
            aria-invalid={problem !== null}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={store}
          />
        )}
      </Field>
      {problem !== null && <FaultLine message={problem} />}
      {own !== null && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setText(REBUILT_FOLDERS.join('\n'));
              void change({ rebuiltFolders: null });
            }}
          >
            The usual folders
          </Button>
        </div>
      )}
    </div>
  );
}
