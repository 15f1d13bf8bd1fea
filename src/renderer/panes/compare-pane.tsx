import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { branchesIn } from '../dock/pane-kinds.ts';
import { useSessionShallow } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { CompareTable } from './compare/compare-table.tsx';
import './compare/compare.css';
import { StepRow } from './compare/step-row.tsx';
import { commonCalls, stepsOf } from './compare/steps.ts';
import './shared/pane.css';
import './transcript/calls.css';
import './transcript/markdown.css';

export interface ComparePaneProps {
  /** The ids of all compared branches, joined as `compareId` does. */
  readonly branch: string;
}

/** Two or more branches side by side: what differs in a table, then step beside step. */
export function ComparePane({ branch }: ComparePaneProps) {
  const ids = useMemo(() => branchesIn(branch), [branch]);
  const branches = useSessionShallow((state) => ids.flatMap((id) => state.branches[id] ?? []));
  const steps = useMemo(() => branches.map(stepsOf), [branches]);
  const common = useMemo(() => commonCalls(steps), [steps]);
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  /** Stays in view over the steps, so that each column keeps its name. */
  const names = useRef<HTMLDivElement>(null);
  const count = Math.max(0, ...steps.map(({ length }) => length));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 120,
    overscan: 4,
    scrollMargin: (head.current?.offsetHeight ?? 0) + (names.current?.offsetHeight ?? 0),
  });
  return (
    <section className="pane-view compare-pane" aria-label={`Comparison of ${branches.length} branches`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <div ref={scroller} className="pane-scroll" tabIndex={0}>
        <div className="compare-width" style={{ '--columns': branches.length } as React.CSSProperties}>
          <div ref={head}>
            <CompareTable branches={branches} />
          </div>
          <div ref={names} className="compare-heading">
            <h3>Steps</h3>
            {branches.map((each) => (
              <p key={each.id} className="cut" title={titleOf(each)}>
                {titleOf(each)}
              </p>
            ))}
          </div>
          <div className="compare-steps" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => (
              <section
                key={item.key}
                aria-label={`Step ${item.index + 1}`}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="compare-row"
                style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
              >
                <StepRow
                  number={item.index + 1}
                  cells={branches.map((each, at) => ({ branch: each, step: steps[at]?.[item.index] ?? null }))}
                  common={common}
                />
              </section>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
