import { expect, test } from 'vitest';
import { coreTools } from './registry.ts';

test('names, order, parameters and risks are as the design has them', () => {
  const table = coreTools().map(({ declaration, risk }) => {
    const { properties, required } = declaration.parameters as { properties: object; required: string[] };
    return [declaration.name, Object.keys(properties), required, risk];
  });
  expect(table).toEqual([
    ['bash', ['command', 'timeout_ms'], ['command'], 'execute'],
    ['edit_file', ['path', 'old_text', 'new_text'], ['path', 'old_text', 'new_text'], 'edit'],
    ['list_files', ['path'], ['path'], 'read'],
    ['read_file', ['path', 'offset', 'limit'], ['path'], 'read'],
    ['search', ['pattern', 'path'], ['pattern'], 'read'],
    ['write_file', ['path', 'content'], ['path', 'content'], 'edit'],
  ]);
});

test('declarations are the same bytes each time and cannot be changed', () => {
  const bytes = (tools: ReturnType<typeof coreTools>) => JSON.stringify(tools.map((tool) => tool.declaration));
  expect(bytes(coreTools())).toBe(bytes(coreTools()));
  for (const { declaration } of coreTools()) {
    const { properties } = declaration.parameters as { properties: Record<string, unknown> };
    expect(() => {
      properties.extra = {};
    }).toThrow(TypeError);
  }
});

test('what the schema requires is what parsing requires', () => {
  const sample: Record<string, unknown> = { offset: 1, limit: 1, timeout_ms: 1 };
  for (const tool of coreTools()) {
    const { properties, required } = tool.declaration.parameters as { properties: object; required: string[] };
    const all = Object.fromEntries(Object.keys(properties).map((name) => [name, sample[name] ?? 'x']));
    expect(tool.parse(all)).toEqual(all);
    for (const name of Object.keys(properties)) {
      const { [name]: _, ...rest } = all;
      if (required.includes(name)) expect(() => tool.parse(rest)).toThrow(`\`${name}\` is missing`);
      else expect(tool.parse(rest)).toEqual(rest);
    }
  }
});
