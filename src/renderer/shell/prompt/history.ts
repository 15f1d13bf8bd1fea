import { isNotification } from '../../../core/fork/notification.ts';
import type { Part } from '../../../core/session/message.ts';
import { isForModelOnly } from '../../../core/session/model-blocks.ts';
import { branchesOf } from '../../../core/session/selectors.ts';
import type { SessionState } from '../../../core/session/state.ts';

/** What the person wrote in this session, the last first, each text once. */
export function historyOf(state: SessionState): string[] {
  const written = branchesOf(state).flatMap(({ entries }) =>
    entries.flatMap(({ author, message, seq }) =>
      author === 'person' ? message.parts.flatMap(ownWords).map((text) => ({ seq, text })) : [],
    ),
  );
  return [...new Set(written.sort((a, b) => b.seq - a.seq).map(({ text }) => text))];
}

/** Without what the app adds to a message: where the session works, which agents there are, reports that came with it. */
function ownWords(part: Part): string[] {
  return part.kind === 'text' && !isForModelOnly(part.text) && !isNotification(part.text) ? [part.text] : [];
}
