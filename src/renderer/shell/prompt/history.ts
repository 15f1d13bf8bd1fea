import { branchesOf } from '../../../core/session/selectors.ts';
import type { SessionState } from '../../../core/session/state.ts';

/** What the person wrote in this session, the last first, each text once. The workspace's description is not theirs. */
export function historyOf(state: SessionState): string[] {
  const written = branchesOf(state).flatMap(({ entries }) =>
    entries.flatMap(({ author, message, seq }) => {
      const [first] = message.parts.filter((part) => part.kind === 'text');
      return author === 'person' && first?.kind === 'text' ? [{ seq, text: first.text }] : [];
    }),
  );
  return [...new Set(written.sort((a, b) => b.seq - a.seq).map(({ text }) => text))];
}
