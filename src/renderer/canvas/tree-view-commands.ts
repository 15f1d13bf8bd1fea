import type { BranchAction } from '../../core/graph/branch-actions.ts';
import { passingBranches } from '../../core/graph/tree-filter.ts';
import { branchesOf } from '../../core/session/selectors.ts';
import { fitting, pauseAll, resumeStopped } from '../actions/bulk-actions.ts';
import { type Command, type CommandContext, inSession } from '../commands/command.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { canvasStore } from './canvas-store.ts';
import { abortPicked, comparePicked, openPicked, pausePicked, resumePicked } from './picked-actions.ts';
import { treeViewStore } from './tree-view-store.ts';
import { type Arrow, stepFrom } from './walk-tree.ts';

const several = (): boolean => selectionStore.getState().picked.size > 1;
/** What stops branches acts on now: it is not offered over the past. */
const severalNow = ({ state, present }: CommandContext): boolean => several() && state === present;

const pickedCan = (action: BranchAction): boolean => fitting(selectionStore.getState().picked, action).length > 0;

const WHERE: { readonly [A in Arrow]: string } = {
  arrowup: 'above',
  arrowdown: 'below',
  arrowleft: 'on the left',
  arrowright: 'on the right',
};

const picking = (['arrowup', 'arrowdown', 'arrowleft', 'arrowright'] as const).map(
  (arrow: Arrow): Command => ({
    id: `tree.pick.${arrow}`,
    name: `Pick also the branch ${WHERE[arrow]}`,
    group: 'Tree',
    keys: `shift+${arrow}`,
    scope: 'tree',
    when: ({ branch }) => branch !== null,
    run: ({ state, branch }: CommandContext) => {
      const next = branch && stepFrom(state, branch.id, arrow);
      if (!branch || !next) return;
      selectionStore.getState().add([branch.id, next]);
      viewStore.getState().focusCard(next);
    },
  }),
);

/** Looking for branches in the tree, and doing something with several. They stand before the commands for one. */
export const TREE_VIEW_COMMANDS: readonly Command[] = [
  ...picking,
  {
    id: 'picked.abort',
    name: 'Abort the picked branches',
    group: 'Branch',
    keys: 'x',
    scope: 'tree',
    when: severalNow,
    run: abortPicked,
  },
  {
    id: 'picked.pause',
    name: 'Pause the picked branches',
    group: 'Branch',
    keys: 'p',
    scope: 'tree',
    when: (context) => severalNow(context) && pickedCan('pause'),
    run: pausePicked,
  },
  {
    id: 'picked.resume',
    name: 'Resume the picked branches',
    group: 'Branch',
    keys: 'p',
    scope: 'tree',
    when: (context) => severalNow(context) && !pickedCan('pause') && pickedCan('resume'),
    run: resumePicked,
  },
  {
    id: 'picked.open',
    name: 'Open the picked branches',
    group: 'Branch',
    keys: 'enter',
    scope: 'tree',
    when: several,
    run: openPicked,
  },
  {
    id: 'picked.compare',
    name: 'Compare the picked branches',
    group: 'Branch',
    keys: 'v',
    scope: 'tree',
    when: several,
    run: comparePicked,
  },
  {
    id: 'picked.clear',
    name: 'Pick none',
    group: 'Branch',
    keys: 'escape',
    scope: 'tree',
    when: () => {
      const { inboxOpen, peeking } = viewStore.getState();
      return selectionStore.getState().picked.size > 0 && !inboxOpen && !peeking;
    },
    run: () => selectionStore.getState().clear(),
  },
  {
    id: 'tree.pickAll',
    name: 'Pick all branches that are shown',
    group: 'Tree',
    keys: 'mod+a',
    scope: 'tree',
    when: inSession,
    run: ({ state }) => {
      const found = new Set(passingBranches(state, treeViewStore.getState().filter));
      selectionStore.getState().pick(canvasStore.getState().nodes.flatMap(({ id }) => (found.has(id) ? [id] : [])));
    },
  },
  {
    id: 'tree.search',
    name: 'Search the tree',
    group: 'Tree',
    keys: 'mod+f',
    scope: 'tree',
    when: inSession,
    run: () => treeViewStore.getState().openSearch(),
  },
  {
    id: 'tree.hideFinished',
    name: 'Hide or show finished branches',
    group: 'Tree',
    keys: 'shift+h',
    scope: 'tree',
    when: inSession,
    run: () => treeViewStore.getState().toggleFinished(),
  },
  {
    id: 'tree.focusRunning',
    name: 'Focus on the running branches',
    group: 'Tree',
    keys: 'g',
    scope: 'tree',
    when: ({ state }) => branchesOf(state).some(({ status }) => status === 'running'),
    run: ({ state }) =>
      canvasStore.getState().focusOn(branchesOf(state).flatMap(({ id, status }) => (status === 'running' ? [id] : []))),
  },
  {
    id: 'session.pauseAll',
    name: 'Pause all branches',
    group: 'Session',
    keys: 'mod+shift+p',
    scope: 'window',
    when: ({ present }) => branchesOf(present).some(({ endedAt }) => endedAt === null),
    run: () => void pauseAll(),
  },
  {
    id: 'session.resumeStopped',
    name: 'Resume just those that were stopped together',
    group: 'Session',
    scope: 'window',
    when: () => (stoppedStore.getState().last?.branches.length ?? 0) > 0,
    run: () => void resumeStopped(),
  },
];
