import { hasReview } from './review-list.tsx';
import { pause, step, togglePlay, viewerStore } from './viewer-store.ts';
import { setTheme } from './viewer-theme.ts';

/** Keys that work wherever no text is being written. */
export function pressViewerKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select')) return;
  switch (event.key) {
    case '/':
      document.querySelector<HTMLElement>('.viewer-search input')?.focus();
      break;
    case ',':
    case '.':
      pause();
      step(event.key === '.' ? 1 : -1);
      break;
    case 'p':
      togglePlay();
      break;
    case 't':
      setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
      break;
    case '1':
    case '2':
      viewerStore.setState({ tab: event.key === '1' ? 'transcript' : 'changes' });
      break;
    case '3':
      if (hasReview()) viewerStore.setState({ tab: 'review' });
      break;
    default:
      return;
  }
  event.preventDefault();
}
