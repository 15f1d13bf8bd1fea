import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { ImportIdentity } from '../../../core/import/order-events.ts';
import type { TranscriptSource } from './collect-sources.ts';

/** One source is always the same session: its id comes from where the source lies. */
export function identityOf(source: TranscriptSource): ImportIdentity {
  const path = realpathSync(source.path);
  const hash = createHash('sha256').update(`${source.format}\0${path}`).digest('hex');
  return { sessionId: `import-${hash.slice(0, 16)}`, path, fallbackAt: Math.round(source.modified) };
}
