import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';

interface FindBarProps {
  readonly query: string;
  /** From 1; 0 when nothing is found. */
  readonly current: number;
  readonly count: number;
  onQuery(query: string): void;
  onStep(direction: 1 | -1): void;
  onClose(): void;
}

/** Find in a pane: Enter goes on, Shift+Enter goes back, Escape closes. */
export function FindBar({ query, current, count, onQuery, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <search className="find-bar">
      <input
        ref={input}
        type="text"
        value={query}
        placeholder="Find"
        aria-label="Find in this pane"
        spellCheck={false}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
      />
      <output className="find-count">{query === '' ? '' : count === 0 ? 'none' : `${current} of ${count}`}</output>
      <IconButton size="small" name="Previous match" onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton size="small" name="Next match" onClick={() => onStep(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton size="small" name="Close find" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}

/** True for Ctrl+F, and Cmd+F on a Mac. */
export function isFindKey(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
}
