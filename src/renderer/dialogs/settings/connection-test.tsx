import { useEffect, useState } from 'react';
import type { ProviderInfo } from '../../../shared/contract.ts';
import { ask } from '../../actions/attempt.ts';
import { useWallClock } from '../../stores/use-now.ts';
import { Button } from '../../ui/button.tsx';

export interface TestAnswer {
  readonly ok: boolean;
  readonly text: string;
}

interface ConnectionTestProps {
  readonly provider: ProviderInfo;
  /** The model that new sessions ask; null: the provider's own first one. */
  readonly model: string | null;
  /** Why it cannot be tested now; null when it can. */
  readonly hindrance: string | null;
  onAnswer(answer: TestAnswer | null): void;
}

/** Asks the provider one tiny thing. While it waits the button counts the seconds, and ends the test. */
export function ConnectionTest({ provider: { id }, model, hindrance, onAnswer }: ConnectionTestProps) {
  const [since, setSince] = useState<number | null>(null);
  const now = useWallClock(since !== null);
  // A test that nobody waits for any more is not paid for.
  useEffect(() => (since === null ? undefined : () => void ask('providers.endTest', { provider: id })), [since, id]);
  const test = async (): Promise<void> => {
    setSince(Date.now());
    onAnswer(null);
    const tested = await ask('providers.test', model === null ? { provider: id } : { provider: id, model });
    setSince(null);
    if (!tested.ok) onAnswer({ ok: false, text: tested.error.message });
    else if (!tested.value.ok) onAnswer({ ok: false, text: `${tested.value.model}: ${tested.value.message}` });
    else onAnswer({ ok: true, text: `${tested.value.model} answered in ${tested.value.latencyMs} ms.` });
  };
  if (since !== null) {
    const seconds = Math.max(0, Math.floor((now - since) / 1000));
    return (
      <Button
        className="folder-row__pick figures"
        title="Waits for the provider's answer"
        onClick={() => void ask('providers.endTest', { provider: id })}
      >
        Cancel, {seconds} s
      </Button>
    );
  }
  return (
    <Button
      className="folder-row__pick"
      disabled={hindrance !== null}
      title={hindrance ?? `Makes one tiny request${model === null ? '' : ` to ${model}`}`}
      onClick={() => void test()}
    >
      Test
    </Button>
  );
}
