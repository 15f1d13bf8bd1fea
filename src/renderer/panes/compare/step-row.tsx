import { memo } from 'react';
import type { BranchState } from '../../../core/session/state.ts';
import { openAt } from '../../dock/pane-target.ts';
import { CallMark } from '../transcript/call-mark.tsx';
import { titleOf } from '../transcript/call-row.tsx';
import { Markdown } from '../transcript/markdown.tsx';
import { callKey, type Step } from './steps.ts';

interface StepRowProps {
  readonly number: number;
  readonly cells: readonly { readonly branch: BranchState; readonly step: Step | null }[];
  readonly common: ReadonlySet<string>;
}

/** The same step of each branch, beside each other: they scroll together because they are one row. */
export const StepRow = memo(function StepRow({ number, cells, common }: StepRowProps) {
  return (
    <>
      <p className="compare-number figures" aria-hidden>
        {number}
      </p>
      {cells.map(({ branch, step }) => (
        <div key={branch.id} className="compare-cell">
          {step === null ? (
            <p className="compare-none">no such step</p>
          ) : (
            <StepCell branch={branch} step={step} common={common} />
          )}
        </div>
      ))}
    </>
  );
});

function StepCell({ branch, step, common }: { branch: BranchState; step: Step; common: ReadonlySet<string> }) {
  return (
    <>
      {step.text === '' ? null : <Markdown text={step.text} />}
      {step.calls.map((call) => {
        const state = branch.calls[call.callId] ?? null;
        const isCommon = common.has(callKey(call));
        const title = titleOf(call.name, state, call.args);
        return (
          <button
            key={call.callId}
            type="button"
            className={`compare-call ${isCommon ? 'is-common' : ''}`}
            title={`${call.name} ${title}${isCommon ? ' (all of them made this call)' : ''}`}
            onClick={() => openAt('transcript', branch.id, call.callId)}
          >
            <CallMark state={state?.status ?? 'queued'} />
            <span className="call-name">{call.name}</span>
            <span className="cut">{title}</span>
          </button>
        );
      })}
    </>
  );
}
