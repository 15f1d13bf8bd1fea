import { DEFAULT_BOUNDS, type SubagentBounds } from '../../core/subagent/bounds.ts';
import { DEFAULT_RESULT_CHARACTERS } from '../../core/subagent/cap-result.ts';
import type { Settings } from '../../shared/settings.ts';

/** What a person has set about how branches run. Read anew for each launch and each request. */
export interface RunSettings {
  readonly bounds: SubagentBounds;
  /** Characters of a subagent's result that reach its parent. */
  readonly resultCharacters: number;
  readonly compaction: 'truncation' | 'summary';
  /** Context windows by model name, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Models whose calls are read from their text. */
  readonly textModels: readonly string[];
}

export const DEFAULT_RUN_SETTINGS: RunSettings = {
  bounds: DEFAULT_BOUNDS,
  resultCharacters: DEFAULT_RESULT_CHARACTERS,
  compaction: 'truncation',
  windows: {},
  textModels: [],
};

/** What the settings leave out has its default. */
export function runSettingsOf(settings: Settings): RunSettings {
  const { resultCharacters, compaction, windows, textModels } = settings;
  const given = Object.entries(settings.bounds).filter(([, value]) => value !== undefined);
  const bounds: SubagentBounds = { ...DEFAULT_BOUNDS, ...Object.fromEntries(given) };
  return { bounds, resultCharacters, compaction, windows, textModels };
}
