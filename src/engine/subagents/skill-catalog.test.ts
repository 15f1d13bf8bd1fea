import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, makeWorkspace } from '../tools/testing/workspace.ts';
import { skillTool } from '../tools/use-skill.ts';
import { loadSkills } from './skill-catalog.ts';
import { makeDefinitions } from './testing/definitions-folder.ts';

const skillText = (description: string, body: string, name?: string) =>
  `---\n${name === undefined ? '' : `name: ${name}\n`}description: ${description}\n---\n\n${body}\n`;

async function load() {
  const definitions = makeDefinitions();
  definitions.write('workspace/.forkscope/skills/pdf/SKILL.md', skillText('Fill forms.', 'OURS', 'pdf'));
  definitions.write('workspace/.claude/skills/pdf/SKILL.md', skillText('Other.', 'THEIRS', 'PDF'));
  definitions.write('workspace/.claude/skills/release/SKILL.md', skillText('Release: notes.', 'RELEASE'));
  definitions.write('home/skills/mine/SKILL.md', skillText('Mine.', 'MINE', 'my skill'));
  definitions.write('workspace/.forkscope/skills/pdf/docs/forms.md', 'FORMS');
  definitions.write('workspace/.forkscope/skills/secret.txt', 'SECRET');
  symlinkSync('/etc/hostname', join(definitions.workspace, '.forkscope/skills/pdf/out.md'));
  const bad = definitions.write('workspace/.claude/skills/bad/SKILL.md', '---\nname: bad\n---\nx');
  return { skills: await loadSkills(definitions.workspace, definitions.home), bad };
}

it('finds SKILL.md folders in order, the first name wins, and a folder gives its name', async () => {
  const { skills, bad } = await load();
  expect(skills.offers.map(({ name, description }) => [name, description])).toEqual([
    ['pdf', 'Fill forms.'],
    ['release', 'Release: notes.'],
    ['my skill', 'Mine.'],
  ]);
  expect(skills.problems).toEqual([
    { path: bad, line: 1, severity: 'error', reason: expect.stringContaining('`description` is missing') },
  ]);
});

it('follows links to folders, as people share skills by them, and no circles', async () => {
  const definitions = makeDefinitions();
  definitions.write('shared/far/SKILL.md', skillText('Far.', 'FAR'));
  definitions.write('workspace/.claude/skills/near/SKILL.md', skillText('Near.', 'NEAR'));
  const bad = definitions.write('workspace/.claude/skills/bad/SKILL.md', 'no header');
  const folder = join(definitions.workspace, '.claude/skills');
  symlinkSync(join(definitions.workspace, '../shared/far'), join(folder, 'linked'));
  symlinkSync(folder, join(folder, 'circle'));
  const { offers, problems } = await loadSkills(definitions.workspace, definitions.home);
  expect(offers.map(({ name }) => name).sort()).toEqual(['linked', 'near']);
  expect(problems.map(({ path }) => path)).toEqual([bad]);
});

it('use_skill loads the body, and files of the skill, and nothing else', async () => {
  const { skills } = await load();
  const { context } = makeWorkspace();
  const use = (name: string) => call(skillTool(skills), { name }, context);
  expect(await use('PDF')).toMatchObject({
    text: expect.stringMatching(/^OURS\n\n\[Skill `pdf` from /),
    isError: false,
  });
  expect(await use('pdf/docs/forms.md')).toEqual({ text: 'FORMS', isError: false });
  for (const name of ['pdf/../secret.txt', 'pdf/out.md', 'pdf//etc/hostname', 'pdf/missing.md', 'nothing']) {
    const { isError, text } = await use(name);
    expect([name, isError]).toEqual([name, true]);
    expect(text).not.toContain('SECRET');
  }
});

it('gives an agent only the skills that it names, and says which are missing', async () => {
  const { skills } = await load();
  const { skills: some, missing } = skills.only(['Release', 'nope']);
  expect(some.offers.map(({ name }) => name)).toEqual(['release']);
  expect(missing).toEqual(['nope']);
  expect(await some.load('pdf')).toBeNull();
  expect(skills.only(null).skills).toBe(skills);
  expect(skills.only([]).skills.offers).toEqual([]);
});
