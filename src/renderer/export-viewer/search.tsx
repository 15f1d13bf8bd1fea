import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../ui/format.ts';
import { type FoundPlace, findAll, MOST_FOUND } from './find-all.ts';
import { useViewer } from './use-viewer.ts';
import { showPlace } from './viewer-store.ts';

/** Search over all branches; a result brings its message into view. */
export function Search() {
  const end = useViewer((viewer) => viewer.end);
  const isReading = useViewer(({ read }) => read !== null);
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const words = useDeferredValue(query);
  const found = useMemo(() => (isOpen ? findAll(end, words) : []), [end, words, isOpen]);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const away = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, []);
  const choose = (index: number): void => {
    const place = found[index];
    if (!place) return;
    setAt(index);
    showPlace(place.branch, place.place, place.seq);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter') choose(at);
    else if (event.key === 'Escape') {
      setOpen(false);
      (event.target as HTMLElement).blur();
    } else return;
    event.preventDefault();
  };
  const isShown = isOpen && words.trim().length > 1;
  return (
    <search ref={box} className="viewer-search">
      <SearchIcon aria-hidden />
      <input
        type="search"
        role="combobox"
        aria-expanded={isShown}
        aria-controls="viewer-found"
        aria-activedescendant={isShown && found.length > 0 ? `viewer-found-${at}` : undefined}
        aria-label="Search all branches"
        placeholder="Search all branches"
        spellCheck={false}
        autoComplete="off"
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      {isShown && (
        <div className="viewer-found">
          <p className="figures" aria-live="polite">
            {isReading && 'Only the last messages so far. '}
            {foundWords(found.length)}
          </p>
          <div id="viewer-found" role="listbox" aria-label="Places found">
            {found.map((place, index) => (
              <Found
                key={`${place.place} ${place.seq}`}
                place={place}
                index={index}
                isAt={index === at}
                onChoose={choose}
              />
            ))}
          </div>
        </div>
      )}
    </search>
  );
}

function foundWords(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === MOST_FOUND ? `${count} or more places` : plural(count, 'place');
}

interface FoundProps {
  readonly place: FoundPlace;
  readonly index: number;
  readonly isAt: boolean;
  onChoose(index: number): void;
}

function Found({ place, index, isAt, onChoose }: FoundProps) {
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAt) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isAt]);
  return (
    <button
      ref={item}
      id={`viewer-found-${index}`}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isAt}
      onClick={() => onChoose(index)}
    >
      <span className="viewer-found__branch cut">{place.branchTitle}</span>
      <span className="viewer-found__text">
        {place.before}
        <mark>{place.match}</mark>
        {place.after}
      </span>
    </button>
  );
}
