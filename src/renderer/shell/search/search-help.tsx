import { SEARCH_FILTERS } from '../../../core/search/search-query.ts';

interface SearchHelpProps {
  readonly id: string;
  readonly isShown: boolean;
  /** A press on an example writes it into the field, where it can be changed. */
  readonly onTake: (example: string) => void;
}

/** What can be written into the search field besides words. Always there for who cannot see it come and go. */
export function SearchHelp({ id, isShown, onTake }: SearchHelpProps) {
  return (
    <div id={id} className={isShown ? 'search-help' : 'unseen'}>
      <p className="search-help__lead">Words, and filters:</p>
      <dl>
        {SEARCH_FILTERS.map(({ example, meaning }) => (
          <div key={example}>
            <dt>
              <button
                type="button"
                tabIndex={-1}
                onMouseDown={(event) => {
                  // The field keeps the focus: the example is only the beginning.
                  event.preventDefault();
                  onTake(example);
                }}
              >
                {example}
              </button>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
