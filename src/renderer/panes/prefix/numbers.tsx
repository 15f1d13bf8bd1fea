import { formatShare } from '../../ui/format.ts';
import { formatCount } from '../shared/format.ts';
import type { PrefixFacts } from './facts.ts';

/** The proof in numbers, then in words. */
export function PrefixNumbers({ facts }: { facts: PrefixFacts }) {
  const { shared, expectedTokens, reportedTokens, sentences } = facts;
  return (
    <div className="prefix-facts">
      {shared ? (
        <dl className="prefix-numbers">
          <div>
            <dt>Bytes shared</dt>
            <dd>
              {formatCount(shared.bytes)} <span>of {formatCount(shared.of)}</span>
            </dd>
            <dd className="prefix-share">{formatShare(shared.bytes / Math.max(1, shared.of))}</dd>
          </div>
          <div>
            <dt>Tokens from cache</dt>
            <dd>
              {reportedTokens === null ? 'not reported' : formatCount(reportedTokens)}{' '}
              {expectedTokens === null ? null : <span>of about {formatCount(expectedTokens)} expected</span>}
            </dd>
          </div>
        </dl>
      ) : null}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
