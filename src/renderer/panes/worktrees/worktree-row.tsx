import { Ellipsis, FolderOpen, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canRemove, type SurveyRow } from '../../../core/worktree/survey-rows.ts';
import { copyText } from '../../actions/copy-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatAgo, formatBytes } from '../../ui/format.ts';
import { Menu, type MenuGroups } from '../../ui/menu.tsx';
import { ConditionWords } from './condition-words.tsx';

export interface WorktreeRowActions {
  remove(row: SurveyRow): void;
  repair(row: SurveyRow): void;
  reveal(path: string): void;
}

interface WorktreeRowProps {
  readonly row: SurveyRow;
  readonly now: number;
  readonly isBusy: boolean;
  readonly actions: WorktreeRowActions;
}

/** One worktree: whose it is, how it stands, what it takes, and what may be done to it. */
export function WorktreeRow({ row, now, isBusy, actions }: WorktreeRowProps) {
  const { path, name, gitBranch, condition, action, why, bytes, createdAt, owner, tenant } = row;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const title = tenant?.branchTitle ?? (condition === 'main' ? lastPart(path) : (name ?? lastPart(path)));
  const canRepair = condition === 'unregistered';
  const groups: MenuGroups = [
    [
      ...(condition === 'folder-missing' || condition === 'record-only'
        ? []
        : [{ name: 'Show the folder', icon: <FolderOpen aria-hidden />, run: () => actions.reveal(path) }]),
      { name: 'Copy the path', run: () => void copyText(path) },
      ...(gitBranch === null ? [] : [{ name: 'Copy the git branch', run: () => void copyText(gitBranch) }]),
    ],
  ];
  return (
    <tr data-condition={condition}>
      <th scope="row">
        <span className="worktree__title cut" title={path}>
          {title}
        </span>
        <span className="worktree__place cut" title={path}>
          {tenant ? `${tenant.sessionTitle}, ${tenant.branch}` : path}
        </span>
      </th>
      <td>
        <ConditionWords condition={condition} why={why} />
        {owner && (
          <span className="worktree__owner" title={`Process ${owner.pid} on ${owner.host}`}>
            process {owner.pid} {owner.isAlive ? 'runs' : 'is dead'}
          </span>
        )}
      </td>
      <td className="figures">{bytes === null ? '–' : formatBytes(bytes)}</td>
      <td className="figures" title={createdAt === null ? undefined : new Date(createdAt).toLocaleString()}>
        {createdAt === null ? '–' : formatAgo(createdAt, now)}
      </td>
      <td className="worktree__actions">
        {canRemove(action) && (
          <Button size="small" disabled={isBusy} aria-label={`Remove ${title}…`} onClick={() => actions.remove(row)}>
            <Trash2 aria-hidden />
            Remove…
          </Button>
        )}
        {canRepair && (
          <Button size="small" disabled={isBusy} aria-label={`Repair ${title}`} onClick={() => actions.repair(row)}>
            <Plug aria-hidden />
            Repair
          </Button>
        )}
        <IconButton
          size="small"
          name={`More for ${title}`}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom + 4 });
          }}
        >
          <Ellipsis aria-hidden />
        </IconButton>
        {menu && <Menu label={`More for ${title}`} groups={groups} at={menu} onClose={() => setMenu(null)} />}
      </td>
    </tr>
  );
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
