import { CircleAlert, Flame, Snowflake } from 'lucide-react';
import type { LaunchEstimate } from '../../core/prefix/launch-estimate.ts';
import { formatClock } from '../../core/prefix/time-text.ts';
import { formatCost, formatShare, plural } from '../ui/format.ts';
import type { ForkPlace } from './use-fork-draft.ts';
import { type EstimateView, useLaunchEstimate } from './use-launch-estimate.ts';
import './fork.css';

interface LaunchEstimateProps {
  readonly place: ForkPlace;
  /** Forks that would start; at least 1, so that the first words are there before a directive is. */
  readonly count: number;
}

/** Before a launch: what its forks share, what their first requests cost, and what is wrong with that. */
export function LaunchEstimateBox({ place, count }: LaunchEstimateProps) {
  const { estimate, coldInMs, fault } = useLaunchEstimate(place, count);
  return (
    <section className="launch" aria-label="What this launch shares and costs" aria-busy={estimate === null}>
      <dl className="launch__facts figures">
        <Fact name="Shared with the parent">{estimate && sharedText(estimate)}</Fact>
        <Fact name={inputName(count)}>{estimate && <Costs estimate={estimate} />}</Fact>
        <Fact name="Start">{estimate && startText(estimate)}</Fact>
      </dl>
      <p className="launch__verdict" role="status" data-warns={estimate?.warning != null || fault !== null}>
        <Verdict estimate={estimate} coldInMs={coldInMs} fault={fault} />
      </p>
    </section>
  );
}

/** A fact keeps its line while nobody knows it yet. */
function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? '…'}</dd>
    </div>
  );
}

function inputName(count: number): string {
  if (count === 1) return 'Input of its first request';
  return count === 2 ? 'Input of both first requests' : `Input of ${count} first requests`;
}

function sharedText({ tokensShared, tokensNew }: LaunchEstimate): string {
  if (tokensShared === 0) return 'nothing';
  const share = tokensShared / (tokensShared + tokensNew);
  return `${tokensShared.toLocaleString('en')} tokens each, ${formatShare(share)} of the request`;
}

/** Both prices, the one that holds now first and stronger. */
function Costs({
  estimate: { costWarm, costCold, isWarm, tokensShared, note },
}: {
  readonly estimate: LaunchEstimate;
}) {
  if (costWarm === null || costCold === null) return 'price unknown: add the model to prices.json';
  if (tokensShared === 0 || note !== null) return <strong>{formatCost(costCold)}</strong>;
  const warm = `${formatCost(costWarm)} warm`;
  const cold = `${formatCost(costCold)} cold`;
  return (
    <>
      <strong>{isWarm ? warm : cold}</strong>
      <span className="launch__other">{isWarm ? `instead of ${cold}` : `instead of ${warm}`}</span>
    </>
  );
}

function startText({ count, isHeld, holdReason }: LaunchEstimate): string {
  if (count === 1) return 'at once';
  return isHeld
    ? `one first, then ${count === 2 ? 'the other' : `the other ${count - 1}`}: ${holdReason}`
    : `all at once: ${holdReason}`;
}

function Verdict({ estimate, coldInMs, fault }: EstimateView) {
  if (fault !== null) {
    return (
      <>
        <CircleAlert aria-hidden />
        <span>{fault}</span>
      </>
    );
  }
  if (estimate === null) return <span>Weighing what this launch shares and costs…</span>;
  if (estimate.warning !== null) {
    return (
      <>
        {estimate.isWarm ? <CircleAlert aria-hidden /> : <Snowflake aria-hidden />}
        <span>{estimate.warning}</span>
      </>
    );
  }
  return (
    <>
      <Flame aria-hidden />
      <span>
        The prefix is whole and warm
        {coldInMs === null ? '' : <span className="figures">: cold in {formatClock(coldInMs)}</span>}. The directives
        and the answers are not counted here.
      </span>
    </>
  );
}

/** "Start", with how many forks that is. */
export function startName(count: number): string {
  return count === 0 ? 'Start' : `Start ${plural(count, 'fork')}`;
}
