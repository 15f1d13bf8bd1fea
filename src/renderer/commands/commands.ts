import { TREE_VIEW_COMMANDS } from '../canvas/tree-view-commands.ts';
import { REPLAY_COMMANDS } from '../replay/replay-commands.ts';
import { BRANCH_COMMANDS } from './branch-commands.ts';
import type { Command } from './command.ts';
import { LAYOUT_COMMANDS } from './layout-commands.ts';
import { LOOK_COMMANDS } from './look-commands.ts';
import { REVIEW_COMMANDS } from './review-commands.ts';
import { STORED_SESSION_COMMANDS } from './stored-session-commands.ts';
import { TEAM_COMMANDS } from './team-commands.ts';
import { TREE_COMMANDS } from './tree-commands.ts';
import { WINDOW_COMMANDS } from './window-commands.ts';

/** Everything that a person can do, once: the palette lists it, keys and menus run it, the key sheet prints it. */
export const COMMANDS: readonly Command[] = [
  ...TREE_VIEW_COMMANDS,
  ...BRANCH_COMMANDS,
  ...TEAM_COMMANDS,
  ...TREE_COMMANDS,
  ...STORED_SESSION_COMMANDS,
  ...REVIEW_COMMANDS,
  ...REPLAY_COMMANDS,
  ...WINDOW_COMMANDS,
  ...LOOK_COMMANDS,
  ...LAYOUT_COMMANDS,
];
