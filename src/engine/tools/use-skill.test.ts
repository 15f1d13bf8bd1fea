import { expect, test } from 'vitest';
import { call, makeWorkspace } from './testing/workspace.ts';
import { type SkillShelf, skillTool } from './use-skill.ts';

const shelf: SkillShelf = {
  offers: [{ name: 'pdf', description: 'Fill forms.' }],
  load: async (name) => (name === 'pdf' ? 'HOW TO' : null),
};

test('loads a skill by name', async () => {
  const { context } = makeWorkspace();
  expect(await call(skillTool(shelf), { name: ' pdf ' }, context)).toEqual({ text: 'HOW TO', isError: false });
});

test('an unknown skill is an error that names the ones there are', async () => {
  const { context } = makeWorkspace();
  expect(await call(skillTool(shelf), { name: 'doc' }, context)).toEqual({
    text: 'There is no skill `doc`. The skills are `pdf`.',
    isError: true,
  });
  const { text } = await call(skillTool({ ...shelf, offers: [] }), { name: 'doc' }, context);
  expect(text).toContain('no other one here');
});

test('its declaration is the same whatever the skills are, so that a new skill breaks no prefix', () => {
  expect(JSON.stringify(skillTool(shelf).declaration)).toBe(
    JSON.stringify(skillTool({ ...shelf, offers: [] }).declaration),
  );
});
