import { expect, it } from 'vitest';
import { freezeSnapshot, nextSnapshot, type Snapshot } from './snapshot.ts';

const tool = { name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } } as const;
const PARAMETERS: Omit<Snapshot, 'version'> = {
  provider: 'gemini',
  model: 'm',
  systemText: 'Be brief.',
  tools: [tool],
  sampling: { temperature: 0 },
};

it('is frozen through and through, and no copy of its maker can change it', () => {
  const tools = [structuredClone(tool)];
  const snapshot = freezeSnapshot({ ...PARAMETERS, tools, version: 1 });
  expect([snapshot, snapshot.tools, snapshot.tools[0], snapshot.tools[0]?.parameters].map(Object.isFrozen)).toEqual(
    Array(4).fill(true),
  );
  (tools[0] as { description: string }).description = 'Writes.';
  expect(snapshot.tools[0]?.description).toBe('Reads.');
});

it('keeps its version, and itself, as long as its bytes are the same', () => {
  const first = freezeSnapshot({ ...PARAMETERS, version: 1 });
  // Another object of the same bytes, its fields in another order.
  const { provider, ...rest } = structuredClone(PARAMETERS);
  expect(nextSnapshot(first, { ...rest, provider }, 2)).toBe(first);
});

it.each<[string, Partial<Snapshot>]>([
  ['system text', { systemText: 'Be brief. It is ten.' }],
  ['tools', { tools: [] }],
  ['order of a schema’s keys', { tools: [{ ...tool, parameters: { properties: {}, type: 'object' } }] }],
  ['model', { model: 'n' }],
  ['sampling', { sampling: { temperature: 1 } }],
])('gets the next version when the %s changes', (_, change) => {
  const first = freezeSnapshot({ ...PARAMETERS, version: 1 });
  const next = nextSnapshot(first, { ...PARAMETERS, ...change }, 2);
  expect(next).toEqual({ ...PARAMETERS, ...change, version: 2 });
  expect(Object.isFrozen(next)).toBe(true);
});
