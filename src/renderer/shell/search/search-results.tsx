import { useStore } from 'zustand';
import type { SearchHit } from '../../../shared/contract.ts';
import { openMessageLink } from '../../actions/message-link.ts';
import { showBranch } from '../../actions/session-actions.ts';
import { useOpenSession } from '../../stores/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { searchStore, type TranscriptSearch } from './search-store.ts';

/** What was said in any session that contains the words; a press leads to the message. */
export function SearchResults() {
  const search = useStore(searchStore);
  const isOpen = useOpenSession((open) => open.sessionId !== null);
  if (search.fault !== null) return <p className="search-results__fault">{search.fault}</p>;
  if (search.phase === 'none') return null;
  return (
    <section className="search-results" aria-label="Messages that were found">
      <div className="search-results__head">
        <h2 className="sidebar__workspace">In transcripts</h2>
        <output className="search-results__state figures">{stateOf(search)}</output>
        {search.phase === 'searching' && (
          <Button size="small" look="quiet" onClick={search.cancel}>
            Stop
          </Button>
        )}
      </div>
      {isOpen && (
        <label className="search-results__scope">
          <input
            type="checkbox"
            checked={search.onlyOpen}
            onChange={(event) => search.setOnlyOpen(event.currentTarget.checked)}
          />
          Only in the open session
        </label>
      )}
      <ul>
        {search.hits.map((hit) => (
          <li key={`${hit.sessionId} ${hit.branch} ${hit.kind} ${hit.place} ${hit.at}`}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const { excerpt, start, length } = hit;
  return (
    <button type="button" className="search-hit" onClick={() => void openHit(hit)}>
      <span className="search-hit__place cut">
        {hit.sessionTitle}
        {hit.branchTitle === hit.sessionTitle ? '' : `, ${hit.branchTitle}`}
      </span>
      <span className="search-hit__text">
        {excerpt.slice(0, start)}
        {length > 0 && <mark>{excerpt.slice(start, start + length)}</mark>}
        {excerpt.slice(start + length)}
      </span>
    </button>
  );
}

/** A message or a call is shown in its transcript, a branch and a request of it on the tree. */
function openHit(hit: SearchHit): Promise<void> {
  if (hit.place === '') return showBranch(hit.sessionId, hit.branch);
  return openMessageLink({ ...hit, messageId: hit.place });
}

function stateOf({ phase, hits, done, total }: TranscriptSearch): string {
  const found =
    hits.length === 0
      ? 'nothing found'
      : plural(hits.length, hits.every(({ kind }) => kind === 'message') ? 'message' : 'place');
  if (phase === 'searching') return total === 0 ? 'reading…' : `${hits.length}, ${done} of ${total} sessions read`;
  if (phase === 'full') return `the first ${hits.length}: add a word`;
  if (phase === 'failed') return 'stopped by a fault: try again';
  return phase === 'cancelled' ? `${found}, stopped` : found;
}
