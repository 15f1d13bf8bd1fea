import { neighbourOf, type Step } from '../../core/graph/lineage.ts';
import type { Direction } from '../../core/graph/place-branches.ts';
import { answerPermission } from '../actions/branch-actions.ts';
import { canvasStore } from '../canvas/canvas-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { type Command, type CommandContext, inSession } from './command.ts';

/** Which way an arrow leads, in a tree that grows downwards and in one that grows to the right. */
const ARROWS = {
  arrowup: { down: 'parent', right: 'previous', list: 'above' },
  arrowdown: { down: 'child', right: 'next', list: 'below' },
  arrowleft: { down: 'previous', right: 'parent', list: 'parent' },
  arrowright: { down: 'next', right: 'child', list: 'child' },
} as const satisfies { readonly [key: string]: { readonly [D in Direction]: Step } };

function walk(key: keyof typeof ARROWS) {
  return ({ state, branch }: CommandContext): void => {
    if (!branch) return;
    const { direction, collapsed } = canvasStore.getState();
    const { selected, focusCard } = viewStore.getState();
    const next = selected === null ? branch.id : neighbourOf(state, branch.id, ARROWS[key][direction], collapsed);
    if (next !== null) focusCard(next);
  };
}

const walking = (Object.keys(ARROWS) as (keyof typeof ARROWS)[]).map(
  (key): Command => ({
    id: `tree.${key}`,
    name: `Walk ${key.slice('arrow'.length)} in the tree`,
    group: 'Tree',
    keys: key,
    scope: 'tree',
    when: ({ branch }) => branch !== null,
    run: walk(key),
  }),
);

/** What Y and N answer: the selected branch's prompt; with nothing selected, or the inbox open, the oldest one. */
function promptOf({ state }: CommandContext) {
  const { selected, inboxOpen } = viewStore.getState();
  const own = state.prompts.find((prompt) => prompt.branch === selected);
  return own ?? (selected === null || inboxOpen ? state.prompts[0] : undefined) ?? null;
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
      const { inboxOpen, setInbox, select } = viewStore.getState();
      if (inboxOpen) setInbox(false);
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
