import type { RequestName } from '../../../shared/contract.ts';
import { sessionStore } from '../../stores/session-store.ts';
import type { LogWriter } from './log-writer.ts';

export interface HostCall {
  readonly name: string;
  readonly params: unknown;
}

/** Puts a log on the screen's store, and a host in the window that answers from a table and remembers its calls. */
export function openSession(
  log: LogWriter,
  answers: { readonly [N in RequestName]?: (params: never) => unknown } = {},
) {
  const calls: HostCall[] = [];
  const call = async (name: RequestName, params: never): Promise<unknown> => {
    calls.push({ name, params });
    return answers[name]?.(params) ?? { ok: true, value: null };
  };
  Object.assign(window, { forkscope: { call, on: () => () => {} } });
  show(log);
  return calls;
}

export function show(log: LogWriter): void {
  sessionStore.setState({ sessionId: 's1', state: log.state, phase: 'open', fault: null });
}
