import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SessionStatistics } from '../../core/statistics/session-statistics.ts';
import { type StatisticsTable, statisticsCsv } from '../../core/statistics/statistics-csv.ts';
import { attempt } from '../actions/attempt.ts';
import { usePastClock } from '../replay/use-past-clock.ts';
import { sessionStore } from '../stores/session-store.ts';
import { IconButton } from '../ui/button.tsx';
import { formatCost, formatShare, formatTokens } from '../ui/format.ts';
import './shared/pane.css';
import { CopyButton } from './shared/copy-button.tsx';
import { formatDuration } from './shared/format.ts';
import {
  CacheChart,
  FileChart,
  TIME_FILLS,
  TimeChart,
  TOKEN_FILLS,
  TokenChart,
  ToolChart,
} from './statistics/charts.tsx';
import { FiguresTable } from './statistics/figures-table.tsx';
import {
  allOf,
  cacheSentence,
  fileSentence,
  timeSentence,
  tokenSentence,
  toolSentence,
} from './statistics/sentences.ts';
import './statistics/statistics.css';
import { useStatistics } from './statistics/use-statistics.ts';

/** Where a session's time and money went: charts, a sentence under each, the numbers as tables and as CSV. */
export function StatisticsPane() {
  const statistics = useStatistics();
  const pastClock = usePastClock();
  const { branches, totals, tools, cache, files } = statistics;
  return (
    <section className="pane-view statistics" aria-label="Statistics">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <div className="pane-scroll statistics__scroll" tabIndex={0}>
        {pastClock !== null && <p className="statistics__past">As it was at {pastClock}.</p>}
        <Summary statistics={statistics} />
        <Part
          title="Where the time went"
          sentence={timeSentence(statistics)}
          statistics={statistics}
          csv="branches"
          table="time"
          legend={totals.time === null ? null : TIME_FILLS}
        >
          {totals.time !== null && <TimeChart statistics={statistics} />}
        </Part>
        <Part
          title="Tokens and cost by branch"
          sentence={tokenSentence(statistics)}
          statistics={statistics}
          csv="branches"
          table="branches"
          legend={totals.usage === null ? null : TOKEN_FILLS}
        >
          {totals.usage !== null && branches.length > 0 && <TokenChart statistics={statistics} />}
        </Part>
        <Part title="Tools" sentence={toolSentence(statistics)} statistics={statistics} csv="tools" table="tools">
          {tools.length > 0 && <ToolChart statistics={statistics} />}
        </Part>
        <Part
          title="Share of the input from the cache"
          sentence={cacheSentence(statistics)}
          statistics={statistics}
          csv="cache"
          table="cache"
        >
          {cache.length > 0 && <CacheChart statistics={statistics} />}
        </Part>
        <Part
          title="Most-read files"
          sentence={fileSentence(statistics)}
          statistics={statistics}
          csv="files"
          table="files"
        >
          {files.length > 0 && <FileChart statistics={statistics} />}
        </Part>
      </div>
    </section>
  );
}

function Summary({ statistics: { totals } }: { statistics: SessionStatistics }) {
  const { time, usage, cost, cacheShare } = totals;
  const facts = [
    ['Branches', String(totals.branches)],
    ['Turns', String(totals.turns)],
    ['Tool calls', String(totals.toolCalls)],
    ['Time', time === null ? 'unknown' : formatDuration(allOf(time))],
    ['Input', usage === null ? 'unknown' : formatTokens(usage.input)],
    ['From cache', usage === null ? 'unknown' : formatShare(cacheShare)],
    ['Cost', cost === null ? 'unknown' : formatCost(cost)],
  ] as const;
  return (
    <dl className="statistics__summary figures" aria-label="In all">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-unknown={value === 'unknown'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PartProps {
  readonly title: string;
  readonly sentence: string;
  readonly statistics: SessionStatistics;
  readonly csv: StatisticsTable;
  readonly table: StatisticsTable | 'time';
  readonly legend?: Readonly<Record<string, string>> | null;
  readonly children: ReactNode;
}

function Part({ title, sentence, statistics, csv, table, legend = null, children }: PartProps) {
  const id = useId();
  const text = () => statisticsCsv(statistics, csv);
  const save = (): void => {
    const name = `${sessionStore.getState().state.title} ${csv}`.slice(0, 100);
    void attempt('statistics.save', { name, csv: text() });
  };
  return (
    <section className="statistics__part" aria-labelledby={id}>
      <header className="statistics__head">
        <h2 id={id}>{title}</h2>
        <CopyButton label={`Copy "${title}" as CSV`} text={text} />
        <IconButton size="small" name={`Save "${title}" as CSV`} onClick={save}>
          <Download aria-hidden />
        </IconButton>
      </header>
      {legend !== null && (
        <ul className="statistics__legend" aria-hidden>
          {Object.entries(legend).map(([name, fill]) => (
            <li key={name}>
              <span style={{ background: fill }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {children}
      <p className="statistics__sentence">{sentence}</p>
      <details className="statistics__numbers">
        <summary>Numbers</summary>
        <FiguresTable statistics={statistics} table={table} caption={title} />
      </details>
    </section>
  );
}
