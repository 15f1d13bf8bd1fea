import type { SafeAction, WorktreeCondition } from './housekeeping.ts';
import type { Survey, SurveyedBackup, SurveyedWorktree } from './survey.ts';
import type { Tenant } from './tenants.ts';

export interface SurveyRow extends SurveyedWorktree {
  /** Null for worktrees of others, and for those that no session remembers. */
  readonly tenant: Tenant | null;
  /** True for what only one side knows: git, the disk, or our record. */
  readonly isOrphan: boolean;
}

export type SurveySort = 'size' | 'age' | 'name' | 'state';
export type SurveyFilter = 'all' | 'removable' | 'in-use' | 'orphans';

/** Worktrees that an action here can remove: whatever they hold is kept under a backup. */
export function canRemove(action: SafeAction): boolean {
  return action === 'discard' || action === 'forget';
}

const ORPHANS: ReadonlySet<WorktreeCondition> = new Set<WorktreeCondition>([
  'folder-missing',
  'unregistered',
  'record-only',
]);

export function surveyRows(survey: Survey, tenants: readonly Tenant[]): SurveyRow[] {
  return survey.worktrees.map((worktree) => ({
    ...worktree,
    tenant: tenants.find(({ path }) => path === worktree.path) ?? null,
    isOrphan: ORPHANS.has(worktree.condition),
  }));
}

/** The rows that a filter leaves, sorted: the largest, the oldest first; what is not known goes last. */
export function arrange(rows: readonly SurveyRow[], filter: SurveyFilter, sort: SurveySort): SurveyRow[] {
  const left = rows.filter(({ condition, action, isOrphan }) => {
    if (filter === 'removable') return canRemove(action);
    if (filter === 'in-use') return condition === 'in-use';
    return filter === 'all' || isOrphan;
  });
  const nameOf = ({ tenant, name, path }: SurveyRow): string => tenant?.branchTitle ?? name ?? path;
  return left.sort((a, b) => {
    if (sort === 'size') return (b.bytes ?? -1) - (a.bytes ?? -1);
    if (sort === 'age') return (a.createdAt ?? Number.POSITIVE_INFINITY) - (b.createdAt ?? Number.POSITIVE_INFINITY);
    if (sort === 'state') return a.condition.localeCompare(b.condition) || nameOf(a).localeCompare(nameOf(b));
    return nameOf(a).localeCompare(nameOf(b));
  });
}

export interface BackupRow extends SurveyedBackup {
  /** The fork whose discard left it; null when no session remembers that. */
  readonly tenant: Tenant | null;
}

/** Backups, the newest first. */
export function backupRows(survey: Survey, tenants: readonly Tenant[]): BackupRow[] {
  return [...survey.backups]
    .sort((a, b) => b.at - a.at)
    .map((backup) => ({ ...backup, tenant: tenants.find(({ backupRef }) => backupRef === backup.ref) ?? null }));
}
