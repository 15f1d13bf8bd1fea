import { useStore } from 'zustand';
import { renameBranch } from '../actions/branch-actions.ts';
import { viewStore } from '../stores/view-store.ts';
import { renameStore } from './rename-store.ts';

export function useIsRenamed(branch: string): boolean {
  return useStore(renameStore, (rename) => rename.branch === branch);
}

interface TitleFieldProps {
  readonly branch: string;
  readonly title: string;
}

/** The title while it is being renamed: Enter keeps, Escape leaves, an empty one brings the agent's title back. */
export function TitleField({ branch, title }: TitleFieldProps) {
  const text = useStore(renameStore, (rename) => rename.text) ?? title;
  const end = (keep: boolean): void => {
    if (renameStore.getState().branch !== branch) return;
    renameStore.getState().end();
    if (keep && text.trim() !== title) renameBranch(branch, text);
  };
  /** The field goes away with the focus: whoever ended it by key is on the card again. */
  const endByKey = (keep: boolean): void => {
    end(keep);
    viewStore.getState().focusCard(branch);
  };
  return (
    <input
      className="card__title-field nodrag"
      // biome-ignore lint/a11y/noAutofocus: it appears because the person chose "Rename"
      autoFocus
      aria-label="Name of this branch"
      maxLength={120}
      value={text}
      onChange={(event) => renameStore.getState().write(event.currentTarget.value)}
      onFocus={(event) => {
        // Whoever writes already is not to lose it: the field comes anew with each level of detail.
        if (renameStore.getState().text === null) event.currentTarget.select();
      }}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') endByKey(true);
        if (event.key === 'Escape') endByKey(false);
      }}
    />
  );
}
