import type { ReviewPlace } from '../review/entries.ts';
import { threadsOf } from '../review/selectors.ts';
import type { Finding, ReviewState } from '../review/state.ts';
import type { SessionState } from '../session/state.ts';
import { code, fenced, plain, quoted } from './markdown-pieces.ts';

/** The findings and comments of a review as a section of a document; empty when there are none. */
export function reviewText(review: Pick<ReviewState, 'comments' | 'findings'>, state: SessionState): string {
  const { findings } = review;
  const threads = threadsOf(review);
  if (findings.size + threads.length === 0) return '';
  const lines = [...findings.values()].map((finding) => findingLine(finding, state));
  const texts = threads.map(({ first, replies }) => {
    const { place, resolved } = first;
    const excerpt = place.kind === 'lines' && place.excerpt.trim() !== '' ? `\n${fenced(place.excerpt, 'diff')}` : '';
    const said = [first, ...replies].map(({ text }) => quoted(text)).join('\n>\n> Answer:\n>\n');
    return `**Comment on ${placeText(place, state)}**, ${resolved ? 'resolved' : 'open'}:\n${excerpt}\n${said}\n`;
  });
  const list = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
  return `\n## Review\n\n${list}${texts.join('\n')}`;
}

const STATES = { open: 'open', resolved: 'resolved', 'wont-fix': 'will not be fixed' } as const;

function findingLine({ title, severity, state: answered, place }: Finding, state: SessionState): string {
  const where = place === null ? '' : `; ${placeText(place, state)}`;
  return `- [${answered === 'open' ? ' ' : 'x'}] ${plain(title)} (${severity} severity, ${STATES[answered]}${where})`;
}

function placeText(place: ReviewPlace, { branches }: SessionState): string {
  const branch = place.branch === null ? undefined : branches[place.branch];
  const of = branch ? ` of ${plain(branch.title || branch.id)}` : '';
  switch (place.kind) {
    case 'lines': {
      const lines = place.from === place.to ? `line ${place.from}` : `lines ${place.from} to ${place.to}`;
      return `${code(place.path)}, ${lines}${place.side === 'old' ? ' before the change' : ''}${of}`;
    }
    case 'message':
      return `message ${code(place.messageId)}${of}`;
    case 'call':
      return `call ${code(branch?.calls[place.callId]?.title ?? place.callId)}${of}`;
    case 'moment':
      return `a moment${of}`;
  }
}
