import { useState } from 'react';
import { Button } from '../ui/button.tsx';

interface DenyFormProps {
  readonly onDeny: (word: string) => void;
  readonly onBack: () => void;
}

/** "No", with a word that the agent reads in place of the result. */
export function DenyForm({ onDeny, onBack }: DenyFormProps) {
  const [word, setWord] = useState('');
  return (
    <form
      className="permission-card__deny"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(word);
      }}
    >
      <input
        type="text"
        className="input"
        // biome-ignore lint/a11y/noAutofocus: it appears because the person pressed "Deny…"
        autoFocus
        aria-label="A word to the agent (optional)"
        placeholder="A word to the agent (optional)"
        maxLength={2_000}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onBack();
        }}
      />
      <Button type="submit" size="small" look="danger">
        Deny
      </Button>
      <Button size="small" look="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
