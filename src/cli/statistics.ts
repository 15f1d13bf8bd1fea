import { existsSync } from 'node:fs';
import type { SessionState } from '../core/session/state.ts';
import { sessionStatistics } from '../core/statistics/session-statistics.ts';
import { type StatisticsTable, statisticsCsv } from '../core/statistics/statistics-csv.ts';
import type { Engine } from '../engine/engine.ts';
import { loadPrices } from '../engine/settings/prices.ts';
import { collectOneSource } from '../engine/transcripts/import/collect-sources.ts';
import { stateOfSource } from '../engine/transcripts/import/summarise-source.ts';

/** `statistics`: one table as CSV, or all numbers as JSON. */
export async function printStatistics(
  engine: Engine,
  home: string,
  target: string,
  { table, json }: { readonly table: StatisticsTable; readonly json: boolean },
): Promise<void> {
  const state = existsSync(target) ? await ofPath(home, target) : await engine.read(await engine.find(target));
  const statistics = sessionStatistics(state, state.lastAt);
  process.stdout.write(json ? `${JSON.stringify(statistics, null, 2)}\n` : statisticsCsv(statistics, table));
}

async function ofPath(home: string, target: string): Promise<SessionState> {
  return stateOfSource(await collectOneSource(target), loadPrices(home));
}
