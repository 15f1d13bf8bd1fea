import { BranchEvents, branchCreated } from '../draft-events.ts';
import { textAt, titleLine } from '../foreign-value.ts';
import { ListedChain } from '../listed-chain.ts';
import type { ReaderOptions } from '../source-info.ts';
import type { TranscriptDraft } from '../transcript-draft.ts';
import type { ClineRead } from './cline-read.ts';
import { TaskBuilder } from './cline-task.ts';

/** One branch: the window tells the order, what ran and what it cost; the history tells what the model was sent. */
export function clineDraft(read: ClineRead, { prices, live }: ReaderOptions): TranscriptDraft {
  const { window, history } = read;
  const first = window.find(({ what, type }) => type === 'say' && (what === 'text' || what === 'task'));
  const title = titleLine(textAt(first?.row ?? {}, 'text') ?? '') || 'Cline task';
  const chain = new ListedChain(branchCreated({ id: 'root', parent: null, kind: 'root', title, root: '' }), null);
  const make = new BranchEvents('root', prices);
  const builder = new TaskBuilder(chain, make, read);
  for (const [index, row] of window.entries()) builder.take(row, index);
  const end = builder.end();
  if (!live) chain.add(end);
  return {
    tool: 'cline',
    foreignId: null,
    title,
    root: '',
    gitBranch: null,
    provider: 'anthropic',
    model: read.model ?? history.find(({ model }) => model !== null)?.model ?? 'unknown',
    timesKnown:
      window.length + history.length === 0 ||
      window.some(({ at }) => at !== null) ||
      history.some(({ at }) => at !== null),
    usageKnown: window.some(({ what }) => what === 'api_req_started') || history.length === 0,
    chains: [chain],
    notices: read.unknown.notices(),
    problems: [],
  };
}
