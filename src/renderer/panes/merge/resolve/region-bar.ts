import { type EditorView, WidgetType } from '@codemirror/view';
import type { RegionChoice } from '../../../../core/worktree/conflict-document.ts';
import type { Take } from './result-editor.ts';

export interface RegionBarParts {
  readonly index: number;
  readonly of: number;
  readonly choice: RegionChoice;
  readonly isCurrent: boolean;
  readonly names: { readonly ours: string; readonly theirs: string };
  take(index: number, what: Take): void;
  onCurrent(index: number): void;
}

/** The line above a conflict in the result: how it is settled, and what can be taken. */
export class RegionBar extends WidgetType {
  readonly #parts: RegionBarParts;

  constructor(parts: RegionBarParts) {
    super();
    this.#parts = parts;
  }

  override eq(other: RegionBar): boolean {
    const [a, b] = [this.#parts, other.#parts];
    return a.index === b.index && a.choice === b.choice && a.isCurrent === b.isCurrent;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { index, of, choice, isCurrent, names, take, onCurrent } = this.#parts;
    const bar = document.createElement('div');
    bar.className = 'region-bar';
    bar.dataset.choice = choice;
    bar.dataset.current = String(isCurrent);
    const words = document.createElement('span');
    words.className = 'region-bar__words';
    words.textContent = `${choice === 'open' ? '◆' : '✓'} Conflict ${index + 1} of ${of}: ${wordsOf(choice, names)}`;
    bar.append(words);
    const offers: readonly (readonly [Take, string])[] = [
      ['ours', 'Take yours'],
      ['theirs', 'Take theirs'],
      ['both', 'Take both'],
      ['before', 'Keep as before'],
    ];
    for (const [what, name] of offers) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.setAttribute('aria-pressed', String(what === choice));
      button.setAttribute('aria-label', `${name}, conflict ${index + 1}`);
      button.onclick = () => {
        onCurrent(index);
        take(index, what);
        view.focus();
      };
      bar.append(button);
    }
    return bar;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function wordsOf(choice: RegionChoice, { ours, theirs }: RegionBarParts['names']): string {
  switch (choice) {
    case 'open':
      return 'open, the lines before both';
    case 'ours':
      return `as in ${ours}`;
    case 'theirs':
      return `as in ${theirs}`;
    case 'both':
      return 'both, one after the other';
    case 'before':
      return 'kept as before both';
    case 'edited':
      return 'edited by you';
  }
}
