import { ChevronRight, GitCompare } from 'lucide-react';
import { memo } from 'react';
import type { ResultPart } from '../../../core/session/message.ts';
import type { ToolCallState } from '../../../core/session/state.ts';
import { openAt } from '../../dock/pane-target.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatClock, formatDuration } from '../shared/format.ts';
import { CallInput } from './call-input.tsx';
import { CallMark } from './call-mark.tsx';
import { useFileLink } from './file-link.ts';
import { callStateOf } from './inherited.ts';
import { LongText } from './long-text.tsx';
import { MessageMenu } from './message-menu.tsx';
import { useFold } from './pane-context.ts';
import type { MessageRow } from './rows.ts';
import { useRowSession } from './use-row-session.ts';

type CallRowProps = { readonly row: MessageRow & { kind: 'call' }; readonly result: ResultPart | undefined };

/** One tool call: state, what it does, how it ended and how long it took; input and output unfold. */
export const CallRow = memo(function CallRow({ row, result }: CallRowProps) {
  const { call, key, owner } = row;
  const state = useRowSession((session) => callStateOf(session, owner, call.callId));
  const [isOpen, toggle] = useFold(key);
  const shown = state?.status ?? (result ? (result.isError ? 'error' : 'ok') : 'queued');
  const title = titleOf(call.name, state, call.args);
  return (
    <>
      <div className={`call-row ${isOpen ? 'is-open' : ''}`}>
        <button type="button" className="call-head" aria-expanded={isOpen} onClick={toggle}>
          <CallMark state={shown} />
          <span className="call-name">{call.name}</span>
          <span className="call-title cut" title={title}>
            {title}
          </span>
          <CallEnd state={state} />
          <ChevronRight className="fold-mark" aria-hidden />
        </button>
        <MessageMenu row={row} text={() => result?.text ?? title}>
          <DiffButton path={pathOf(call.args)} />
        </MessageMenu>
      </div>
      {isOpen ? <CallBody row={row} result={result} state={state} /> : null}
    </>
  );
});

/** Leads from a call that names a changed file to that file in the diff. */
function DiffButton({ path }: { path: string }) {
  const file = useFileLink(path);
  if (!file) return null;
  return (
    <IconButton
      size="small"
      name={`Open the diff of ${file.path}`}
      onClick={() => openAt('diff', file.branch, file.path)}
    >
      <GitCompare aria-hidden />
    </IconButton>
  );
}

function pathOf(args: unknown): string {
  const path = typeof args === 'object' && args !== null && 'path' in args ? args.path : '';
  return typeof path === 'string' ? path : '';
}

interface CallBodyProps extends CallRowProps {
  readonly state: ToolCallState | null;
}

/** Input, output and times of a call. */
export function CallBody({ row, result, state }: CallBodyProps) {
  const { call, key } = row;
  return (
    <div className="call-body">
      <CallInput foldKey={key} name={call.name} args={call.args} />
      {result ? (
        <LongText
          foldKey={`${key}.output`}
          label={result.isError ? 'error' : 'output'}
          text={result.text === '' ? '(no output)' : result.text}
          tone={result.isError ? 'error' : undefined}
        />
      ) : null}
      <p className="call-times">
        {state ? `Started ${formatClock(state.startedAt)}` : 'Not started'}
        {state?.endedAt ? `, ended ${formatClock(state.endedAt)}` : ''}
        {result ? '' : '. No result yet.'}
      </p>
    </div>
  );
}

function CallEnd({ state }: { state: ToolCallState | null }) {
  if (!state) return null;
  const { exitCode, signal, endedAt, startedAt } = state;
  return (
    <span className="call-end figures">
      {signal ? <span className="call-exit is-bad">{signal}</span> : null}
      {exitCode !== null && !signal ? (
        <span className={`call-exit ${exitCode === 0 ? '' : 'is-bad'}`}>exit {exitCode}</span>
      ) : null}
      {endedAt === null ? null : formatDuration(endedAt - startedAt)}
    </span>
  );
}

/** The engine's title begins with the tool's name, which has its own column here. */
export function titleOf(name: string, state: ToolCallState | null, args: unknown): string {
  const title = state?.title ?? firstString(args);
  return title === name ? '' : title.startsWith(`${name} `) ? title.slice(name.length + 1) : title;
}

function firstString(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  return Object.values(args).find((value): value is string => typeof value === 'string') ?? '';
}
