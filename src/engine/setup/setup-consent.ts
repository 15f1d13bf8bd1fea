import { onAbort } from '../abort.ts';
import type { PermissionQueue, PermissionRequest } from '../agent/permission-queue.ts';
import type { SetupRules } from './setup-rules.ts';

export interface SetupConsentParts {
  readonly permissions: PermissionQueue;
  readonly rules: SetupRules;
  readonly workspace: () => string;
  /** The answer could not be written down. */
  onUnsaved(error: Error): void;
}

/** Asks a person about a repository's setup command: once for all siblings that want the same. */
export class SetupConsent {
  readonly #parts: SetupConsentParts;
  readonly #asking = new Map<string, Promise<unknown>>();
  /** Answers that only this session knows, by command: denials, and what could not be written down. */
  readonly #answers = new Map<string, boolean>();

  constructor(parts: SetupConsentParts) {
    this.#parts = parts;
  }

  /** True when it may run; null when the branch was interrupted meanwhile. `onWait` runs while a sibling asks. */
  async ask(request: PermissionRequest, signal: AbortSignal, onWait: () => void): Promise<boolean | null> {
    const command = request.detail;
    for (;;) {
      if (signal.aborted) return null;
      // What is written down is read each time: a person may take it back while the session runs.
      if (this.#isWrittenDown(command)) return true;
      const known = this.#answers.get(command);
      if (known !== undefined) return known;
      const asking = this.#asking.get(command);
      if (asking) {
        onWait();
        await Promise.race([asking, aborted(signal)]);
        continue;
      }
      const own = this.#askPerson(request, signal);
      this.#asking.set(command, own);
      await own.finally(() => this.#asking.delete(command));
    }
  }

  async #askPerson(request: PermissionRequest, signal: AbortSignal): Promise<void> {
    const { permissions, rules, workspace, onUnsaved } = this.#parts;
    const answer = await permissions.ask({ ...request, mustAsk: true }, signal);
    if (answer === null) return;
    if (answer.answer === 'deny') {
      this.#answers.set(request.detail, false);
      return;
    }
    try {
      rules.allow(workspace(), request.detail);
    } catch (error) {
      onUnsaved(error as Error);
    }
    if (!this.#isWrittenDown(request.detail)) this.#answers.set(request.detail, true);
  }

  #isWrittenDown(command: string): boolean {
    const { rules, workspace } = this.#parts;
    return rules.allowedIn(workspace()).includes(command);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}
