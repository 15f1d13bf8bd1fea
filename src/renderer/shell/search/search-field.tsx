import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { modKeyName } from '../../commands/keys.ts';
import { viewStore } from '../../stores/view-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { SearchHelp } from './search-help.tsx';
import { searchStore } from './search-store.ts';

/** Narrows the list by name at once, and finds what was said in any session. */
export function SearchField() {
  const query = useStore(searchStore, (search) => search.query);
  const wish = useStore(viewStore, (view) => view.searchFocus);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wish > 0) input.current?.select();
  }, [wish]);
  const { setQuery } = searchStore.getState();
  const [isFocused, setFocused] = useState(false);
  const help = useId();
  return (
    <search className="search-field">
      <Search aria-hidden />
      <input
        ref={input}
        type="text"
        className="search-field__input"
        aria-label="Search all sessions"
        placeholder="Search"
        title={`Names and everything that was said (${modKeyName()}Shift+F)`}
        spellCheck={false}
        value={query}
        aria-describedby={help}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setQuery('');
          event.currentTarget.blur();
        }}
      />
      {query !== '' && (
        <IconButton size="small" name="Clear the search" onClick={() => setQuery('')}>
          <X aria-hidden />
        </IconButton>
      )}
      <SearchHelp id={help} isShown={isFocused && query === ''} onTake={setQuery} />
    </search>
  );
}
