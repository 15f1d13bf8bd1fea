import { createStore } from 'zustand/vanilla';
import type { FindProgress, FoundTranscript, ImportedSession, ImportNews } from '../../../shared/import-calls.ts';
import { ask } from '../../actions/attempt.ts';
import { openSession } from '../../actions/session-actions.ts';
import { host } from '../../bridge.ts';
import { viewStore } from '../../stores/view-store.ts';

export interface ImportState {
  /** `choose`: nothing runs yet. An import goes on when its dialog is closed. */
  readonly phase: 'choose' | 'importing' | 'done';
  readonly found: readonly FoundTranscript[];
  readonly finding: 'not-yet' | 'running' | Exclude<FindProgress['ended'], null>;
  /** Files looked at so far, and in all. */
  readonly looked: { readonly done: number; readonly total: number };
  readonly filter: string;
  readonly chosen: ReadonlySet<string>;
  readonly news: Pick<ImportNews, 'done' | 'total' | 'current' | 'ended'>;
  readonly imported: readonly ImportedSession[];
  readonly faults: ImportNews['faults'];
  find(): void;
  stopFinding(): void;
  setFilter(filter: string): void;
  choose(paths: readonly string[], chosen: boolean): void;
  start(paths: readonly string[]): Promise<void>;
  cancel(): void;
  /** Back to the choice; what was found stays. */
  again(): void;
}

const NO_NEWS: ImportState['news'] = { done: 0, total: 0, current: null, ended: null };
let count = 0;
let findId = '';
let importId = '';

/** What the dialog "Open a transcript" shows: what was found, what is chosen, and the import that runs. */
export const importStore = createStore<ImportState>()((set, get) => ({
  phase: 'choose',
  found: [],
  finding: 'not-yet',
  looked: { done: 0, total: 0 },
  filter: '',
  chosen: new Set(),
  news: NO_NEWS,
  imported: [],
  faults: [],
  find: () => {
    findId = `find-${++count}`;
    set({ found: [], finding: 'running', looked: { done: 0, total: 0 }, chosen: new Set() });
    void ask('import.find', { findId }).then((answer) => {
      if (!answer.ok) set({ finding: 'failed' });
    });
  },
  stopFinding: () => void ask('import.findStop', { findId }),
  setFilter: (filter) => set({ filter }),
  choose: (paths, isChosen) => {
    const chosen = new Set(get().chosen);
    for (const path of paths) {
      if (isChosen) chosen.add(path);
      else chosen.delete(path);
    }
    set({ chosen });
  },
  start: async (paths) => {
    if (paths.length === 0 || get().phase === 'importing') return;
    importId = `import-${++count}`;
    set({ phase: 'importing', news: NO_NEWS, imported: [], faults: [] });
    const answer = await ask('import.start', { importId, paths: [...paths] });
    if (answer.ok) return;
    const faults = [{ path: '', message: answer.error.message }];
    set({ phase: 'done', news: { ...NO_NEWS, ended: 'complete' }, faults });
  },
  cancel: () => void ask('import.cancel', { importId }),
  again: () => set({ phase: 'choose', chosen: new Set(), news: NO_NEWS, imported: [], faults: [] }),
}));

/** One whole transcript without damage needs no list of outcomes: it is shown. */
function showOnly({ imported, faults }: ImportState): void {
  const [only] = imported;
  if (!only || imported.length > 1 || faults.length > 0 || only.problems > 0) return;
  const { dialog, closeDialog } = viewStore.getState();
  if (dialog?.kind !== 'import') return;
  closeDialog();
  importStore.getState().again();
  void openSession(only.sessionId);
}

export function connectImport(): () => void {
  const stops = [
    host.on('found', ({ findId: id, found, done, total, ended }) => {
      if (id !== findId) return;
      const before = importStore.getState().found;
      importStore.setState({
        found: found.length === 0 ? before : [...before, ...found],
        looked: { done, total },
        finding: ended ?? 'running',
      });
    }),
    host.on('import', ({ importId: id, imported, faults, ...news }) => {
      if (id !== importId) return;
      const before = importStore.getState();
      importStore.setState({
        news,
        imported: [...before.imported, ...imported],
        faults: [...before.faults, ...faults],
        phase: news.ended === null ? 'importing' : 'done',
      });
      if (news.ended === 'complete') showOnly(importStore.getState());
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
