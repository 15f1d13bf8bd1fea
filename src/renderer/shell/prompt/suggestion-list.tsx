import { useEffect, useRef } from 'react';
import type { Suggestions } from './use-suggestions.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: Suggestions;
  onPick(at: number): void;
}

export function optionId(list: string, at: number): string {
  return `${list}-${at}`;
}

/** Hangs above the prompt box; the keys stay with the box, which names the active line to assistive technology. */
export function SuggestionList({ id, suggestions, onPick }: SuggestionListProps) {
  const { trigger, items, active, note } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (!trigger) return null;
  if (note !== null) return <output className="suggestions suggestions__note">{note}</output>;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      className="suggestions"
      aria-label={trigger.kind === 'file' ? 'Files' : 'Commands'}
    >
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the prompt box has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the prompt box
        <div
          key={item.value}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          className="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(at)}
        >
          <span className="suggestion__label cut">{item.label}</span>
          {item.hint !== '' && <span className="suggestion__hint cut">{item.hint}</span>}
        </div>
      ))}
    </div>
  );
}
