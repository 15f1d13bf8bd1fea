import type { Params, RequestName, Responses } from '../../shared/contract.ts';
import type { Result } from '../../shared/result.ts';
import { host } from '../bridge.ts';
import { faultStore } from '../stores/fault-store.ts';

/** One call to the host. A host that throws (it went away) is a fault like any other. */
export async function ask<N extends RequestName>(name: N, params: Params<N>): Promise<Result<Responses[N]>> {
  try {
    return await host.call(name, params);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The app could not do this (${reason}). Try again; if it stays, restart Forkscope: nothing is lost.`;
    return { ok: false, error: { code: 'host-failed', message } };
  }
}

/** Like `ask`, for calls without a form of their own: a fault is shown above the tree, with its branch. */
export async function attempt<N extends RequestName>(
  name: N,
  params: Params<N>,
  branch: string | null = null,
): Promise<Result<Responses[N]>> {
  const answer = await ask(name, params);
  if (!answer.ok) faultStore.getState().report(answer.error, branch);
  return answer;
}
