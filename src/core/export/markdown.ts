import { isNotification } from '../fork/notification.ts';
import { EMPTY_REVIEW } from '../review/state.ts';
import { callsOf, type Message, type ResultPart } from '../session/message.ts';
import { isForModelOnly } from '../session/model-blocks.ts';
import { branchesOf } from '../session/selectors.ts';
import type { BranchState, SessionState, TranscriptEntry } from '../session/state.ts';
import { summaryOf } from '../session/summary.ts';
import { treeTable } from '../session/tree-table.ts';
import type { BundleManifest } from './bundle-lines.ts';
import { inertMarkdown } from './inert-markdown.ts';
import { code, fenced, oneLine, plain, quoted } from './markdown-pieces.ts';
import { formatRedactions } from './redaction-words.ts';
import { reviewText } from './review-text.ts';

/** A session as a document that people read: the tree, what a review said, then each branch's conversation. In pieces, for large ones. */
export function* markdownOf(state: SessionState, manifest: BundleManifest, review = EMPTY_REVIEW): Generator<string> {
  const { session } = state;
  const summary = summaryOf(state, '');
  yield `# ${plain(state.title || manifest.sessionId)}\n\n`;
  const facts = [
    session && `- Session: ${code(session.sessionId)}`,
    session &&
      `- Workspace: ${code(session.workspace.root)}${session.workspace.gitBranch ? ` on ${code(session.workspace.gitBranch)}` : ''}`,
    session && `- Model: ${plain(session.model)} (${plain(session.provider)})`,
    session?.importedFrom && `- Imported from: ${plain(session.importedFrom.tool)}`,
    `- Cost: ${dollars(summary.totals.costUsd)}`,
    `- Exported: ${new Date(manifest.exportedAt).toISOString()}`,
    `- Redacted: ${formatRedactions(manifest.redacted)}`,
  ];
  yield `${facts.filter(Boolean).join('\n')}\n\n## Branches\n\n${fenced(treeTable(summary))}\n`;
  yield reviewText(review, state);
  for (const branch of branchesOf(state)) yield* branchText(branch);
  if (state.problems.length > 0) {
    const lines = state.problems.map(({ line, reason }) => `- ${line === 0 ? '' : `line ${line}: `}${plain(reason)}`);
    yield `\n## Problems\n\n${lines.join('\n')}\n`;
  }
}

function* branchText(branch: BranchState): Generator<string> {
  const { usage, worktree } = branch;
  yield `\n## ${plain(branch.title || branch.id)}\n\n`;
  const share = usage.input === 0 ? '' : `, ${Math.round((100 * usage.cacheRead) / usage.input)}% of it from the cache`;
  const facts = [
    `${code(branch.id)}, a ${branch.kind}${branch.parent === null ? '' : ` of ${code(branch.parent)}`}: **${branch.status}**${branch.reason ? `, ${plain(branch.reason)}` : ''}.`,
    `${branch.turns} ${branch.turns === 1 ? 'turn' : 'turns'}, ${branch.callOrder.length} tool calls, ${usage.input} input tokens${share}, ${usage.output + usage.thoughts} output tokens, ${dollars(branch.cost)}.`,
    worktree &&
      `Changed ${worktree.files} ${worktree.files === 1 ? 'file' : 'files'}: +${worktree.added} −${worktree.removed}.`,
    branch.forkPoint && `Goes on from message ${code(branch.forkPoint.messageId)} of ${code(branch.forkPoint.branch)}.`,
  ];
  yield `${facts.filter(Boolean).join('  \n')}\n`;
  const results = resultsOf(branch);
  for (const entry of branch.entries) yield entryText(branch, entry, results);
  if (branch.live.text) yield `\n### Model, unfinished\n\n${inertMarkdown(branch.live.text)}\n`;
}

function entryText(
  branch: BranchState,
  { message, author }: TranscriptEntry,
  results: ReadonlyMap<string, ResultPart>,
): string {
  const texts = message.parts.flatMap((part) =>
    part.kind === 'text' && !part.thought && !isForModelOnly(part.text) ? [part.text] : [],
  );
  const text = texts.join('\n\n').trim();
  switch (author) {
    case 'model':
      return modelText(branch, message, text, results);
    case 'person': {
      // Reports that came at the same time stand in front of the person's words.
      const own = texts
        .filter((each) => !isNotification(each))
        .join('\n\n')
        .trim();
      const brought = texts.filter(isNotification).join('\n\n');
      return `${reportsText(brought)}\n### Person\n\n${inertMarkdown(own)}${pictures(message)}\n`;
    }
    case 'fork-start':
      return `\n### Directive\n\n${quoted(branch.directive ?? text)}\n`;
    case 'notification':
      return reportsText(text);
    case 'tools':
    case 'stand-in':
      return text === '' ? '' : `\n${quoted(text)}\n`;
  }
}

function reportsText(text: string): string {
  return text === '' ? '' : `\n### Reports\n\n${folded('Reports of its forks', text)}\n`;
}

function modelText(
  branch: BranchState,
  message: Message,
  text: string,
  results: ReadonlyMap<string, ResultPart>,
): string {
  const thought = message.parts
    .flatMap((part) => (part.kind === 'text' && part.thought ? [part.text] : []))
    .join('')
    .trim();
  const calls = callsOf(message).map((call) => {
    const state = branch.calls[call.callId];
    const end = state ? [state.status, state.exitCode === null ? '' : `exit ${state.exitCode}`].filter(Boolean) : [];
    const took = state?.endedAt ? [`${((state.endedAt - state.startedAt) / 1000).toFixed(1)} s`] : [];
    const title = state?.title ?? call.name;
    const result = results.get(call.callId);
    const body = `${fenced(JSON.stringify(call.args, null, 2) ?? '', 'json')}${result ? `\n${fenced(result.text)}` : ''}`;
    return folded(`${title} (${[...end, ...took].join(', ') || 'no result'})`, body, true);
  });
  const parts = [thought && folded('Thinking', thought), inertMarkdown(text), ...calls].filter(Boolean);
  return parts.length === 0 ? '' : `\n### Model\n\n${parts.join('\n\n')}\n`;
}

function resultsOf(branch: BranchState): Map<string, ResultPart> {
  const results = new Map<string, ResultPart>();
  for (const { message } of branch.entries) {
    for (const part of message.parts) if (part.kind === 'result') results.set(part.callId, part);
  }
  return results;
}

function pictures(message: Message): string {
  const count = message.parts.filter(({ kind }) => kind === 'image').length;
  return count === 0 ? '' : `\n\n*${count === 1 ? 'A picture' : `${count} pictures`}, left out here.*`;
}

/** A part that is closed at first. Its body is in fences, or it is put into one, so that it cannot open anything itself. */
function folded(title: string, body: string, isFenced = false): string {
  return `<details><summary>${escaped(oneLine(title))}</summary>\n\n${isFenced ? body : fenced(body, 'text')}\n</details>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function dollars(cost: number | null): string {
  return cost === null ? 'price unknown' : `$${cost.toFixed(4)}`;
}
