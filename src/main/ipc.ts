import type { WebContents } from 'electron';
import { z } from 'zod';
import { asFault, EngineFault } from '../engine/engine-fault.ts';
import { type RequestName, type Responses, requests } from '../shared/contract.ts';
import { fault, ok, type Result } from '../shared/result.ts';
import { APP_ORIGIN } from './origin.ts';

export type Handlers = {
  readonly [N in RequestName]: (
    params: z.output<(typeof requests)[N]>,
    sender: WebContents,
  ) => Promise<Responses[N]> | Responses[N];
};

/** What comes from the window before it was looked at. */
export interface RawCall {
  /** Origin of the frame that sent it; null when the frame is gone. */
  readonly origin: string | null;
  readonly name: unknown;
  readonly params: unknown;
}

/** Checks the sender, parses the input, calls the handler; every failure is a value with one plain sentence. */
export async function answerCall(handlers: Handlers, call: RawCall, sender: WebContents): Promise<Result<unknown>> {
  if (call.origin !== APP_ORIGIN)
    return fault('refused', 'This call did not come from the app window. It was refused.');
  if (typeof call.name !== 'string' || !Object.hasOwn(requests, call.name)) {
    return fault('unknown-call', `The app does not know the call "${String(call.name)}". Restart Forkscope.`);
  }
  const name = call.name as RequestName;
  const parsed = requests[name].safeParse(call.params);
  if (!parsed.success)
    return fault('bad-input', `${name}: ${z.prettifyError(parsed.error)}. Correct it and try again.`);
  try {
    const handler = handlers[name] as (params: unknown, sender: WebContents) => unknown;
    return ok(await handler(parsed.data, sender));
  } catch (error) {
    if (!(error instanceof EngineFault)) process.stderr.write(`${name}: ${(error as Error).stack ?? error}\n`);
    const { code, message } = asFault(error);
    return fault(code, message);
  }
}
