import { isFiltering } from '../../core/graph/tree-filter.ts';
import { answerPermission } from '../actions/branch-actions.ts';
import { canvasStore } from '../canvas/canvas-store.ts';
import { treeViewStore } from '../canvas/tree-view-store.ts';
import { stepFrom } from '../canvas/walk-tree.ts';
import { snoozeStore } from '../stores/snooze-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Command, type CommandContext, inSession } from './command.ts';

const walking = (['arrowup', 'arrowdown', 'arrowleft', 'arrowright'] as const).map(
  (arrow): Command => ({
    id: `tree.${arrow}`,
    name: `Walk ${arrow.slice('arrow'.length)} in the tree`,
    group: 'Tree',
    keys: arrow,
    scope: 'tree',
    when: ({ branch }) => branch !== null,
    run: ({ state, branch }) => {
      if (!branch) return;
      const { selected, focusCard } = viewStore.getState();
      const next = selected === null ? branch.id : stepFrom(state, branch.id, arrow);
      if (next !== null) focusCard(next);
    },
  }),
);

/** What Y and N answer: the selected branch's prompt; with nothing selected, or the inbox open, the oldest one. */
function promptOf({ present }: CommandContext) {
  const { selected, inboxOpen } = viewStore.getState();
  const own = present.prompts.find((prompt) => prompt.branch === selected);
  // What was put aside is not answered by a key that means "the next one".
  const next = present.prompts.find((prompt) => !snoozeStore.getState().until.has(prompt.promptId));
  return own ?? (selected === null || inboxOpen ? next : undefined) ?? null;
}

function answer(kind: 'allow' | 'deny') {
  return (context: CommandContext): void => {
    const prompt = promptOf(context);
    if (prompt) void answerPermission({ promptId: prompt.promptId, answer: kind }, prompt.branch);
  };
}

export const TREE_COMMANDS: readonly Command[] = [
  ...walking,
  {
    id: 'tree.fit',
    name: 'Fit the tree',
    group: 'Tree',
    keys: '0',
    scope: 'tree',
    when: inSession,
    run: () => canvasStore.getState().fit(),
  },
  {
    id: 'tree.tidy',
    name: 'Tidy the tree',
    group: 'Tree',
    keys: 'shift+t',
    scope: 'tree',
    when: inSession,
    run: () => canvasStore.getState().tidy(),
  },
  {
    id: 'tree.turn',
    name: 'Turn the tree: automatic, downwards, to the right, as a list',
    group: 'Tree',
    keys: 'l',
    scope: 'tree',
    when: inSession,
    run: () => canvasStore.getState().turn(),
  },
  {
    id: 'tree.minimap',
    name: 'Show or hide the minimap',
    group: 'Tree',
    keys: 'm',
    scope: 'tree',
    when: inSession,
    run: () => canvasStore.getState().toggleMinimap(),
  },
  {
    id: 'tree.back',
    name: 'Back: close what is open, then select nothing',
    group: 'Tree',
    keys: 'escape',
    scope: 'tree',
    when: inSession,
    run: () => {
      const { inboxOpen, setInbox, peeking, setPeeking, select } = viewStore.getState();
      const { filter, searchOpen, clear } = treeViewStore.getState();
      if (inboxOpen) setInbox(false);
      else if (peeking) setPeeking(false);
      else if (searchOpen || isFiltering(filter)) clear();
      else select(null);
    },
  },
  {
    id: 'permission.next',
    name: 'Go to the next branch that waits for you',
    group: 'Permissions',
    keys: 'j',
    scope: 'tree',
    when: ({ state }) => state.prompts.length > 0,
    run: ({ state, branch }) => {
      const at = state.prompts.findIndex((prompt) => prompt.branch === branch?.id);
      const next = state.prompts[(at + 1) % state.prompts.length];
      if (next) viewStore.getState().focusCard(next.branch);
    },
  },
  {
    id: 'permission.allow',
    name: 'Allow once',
    group: 'Permissions',
    keys: 'y',
    scope: 'tree',
    when: (context) => promptOf(context) !== null,
    run: answer('allow'),
  },
  {
    id: 'permission.deny',
    name: 'Deny',
    group: 'Permissions',
    keys: 'n',
    scope: 'tree',
    when: (context) => promptOf(context) !== null,
    run: answer('deny'),
  },
  {
    id: 'permission.inbox',
    name: 'Open the permissions',
    group: 'Permissions',
    keys: 'i',
    scope: 'tree',
    when: inSession,
    run: () => viewStore.getState().setInbox(!viewStore.getState().inboxOpen),
  },
];
