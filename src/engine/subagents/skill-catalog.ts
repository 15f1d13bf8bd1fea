import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { AgentFileProblem } from '../../core/subagent/agent-config.ts';
import type { SkillOffer } from '../../core/subagent/system-prompt.ts';
import { ToolFailure } from '../tools/tool-failure.ts';
import type { SkillShelf } from '../tools/use-skill.ts';
import { isInside } from '../worktrees/is-inside.ts';
import { skillFolders } from './agent-folders.ts';
import { readFilesBelow } from './definition-files.ts';
import { FileFields } from './file-fields.ts';
import { readFrontmatter } from './frontmatter.ts';

/** A skill: a folder with a `SKILL.md`, and perhaps files that it names. */
export interface Skill extends SkillOffer {
  readonly body: string;
  /** The SKILL.md. */
  readonly path: string;
}

/** Characters of one file of a skill: about 12,000 tokens. */
const MOST_CHARACTERS = 50_000;

/** All skills at one moment. */
export class SkillCatalog implements SkillShelf {
  readonly offers: readonly Skill[];
  readonly problems: readonly AgentFileProblem[];

  /** The first skill with a name has it, whatever its case. */
  constructor(skills: readonly Skill[], problems: readonly AgentFileProblem[] = []) {
    const byName = new Map<string, Skill>();
    for (const skill of skills) {
      const key = skill.name.toLowerCase();
      if (!byName.has(key)) byName.set(key, skill);
    }
    this.offers = Object.freeze([...byName.values()]);
    this.problems = problems;
  }

  /** Only these skills (null: all), and the names that no skill has. */
  only(names: readonly string[] | null): { readonly skills: SkillCatalog; readonly missing: readonly string[] } {
    if (names === null) return { skills: this, missing: [] };
    const wanted = names.map((name) => ({ name, skill: this.#find(name) }));
    return {
      skills: new SkillCatalog(wanted.flatMap(({ skill }) => skill ?? [])),
      missing: wanted.filter(({ skill }) => skill === null).map(({ name }) => name),
    };
  }

  /** See `SkillShelf`. A file is read from the skill's own folder only. */
  async load(name: string): Promise<string | null> {
    const skill = this.#find(name);
    if (skill) {
      const note = `[Skill \`${skill.name}\` from ${skill.path}. Load a file that it names as \`${skill.name}/path\`.]`;
      return `${skill.body}\n\n${note}`;
    }
    const owner = this.offers.find((offer) => name.toLowerCase().startsWith(`${offer.name.toLowerCase()}/`));
    return owner ? readResource(owner, name.slice(owner.name.length + 1)) : null;
  }

  #find(name: string): Skill | null {
    return this.offers.find((skill) => skill.name.toLowerCase() === name.trim().toLowerCase()) ?? null;
  }
}

async function readResource(skill: Skill, path: string): Promise<string> {
  const outside = new ToolFailure(
    `\`${path}\` is no file of the skill \`${skill.name}\`; load the skill to see which it names.`,
  );
  try {
    const folder = await realpath(dirname(skill.path));
    const file = await realpath(resolve(folder, path));
    if (!isInside(file, folder)) throw outside;
    const text = await readFile(file, 'utf8');
    if (text.includes('\0'))
      throw new ToolFailure(`\`${path}\` is binary; use it by its path in bash: ${join(folder, path)}.`);
    if (text.length <= MOST_CHARACTERS) return text;
    return `${text.slice(0, MOST_CHARACTERS)}\n[${text.length - MOST_CHARACTERS} more characters. Read the rest with bash: ${file}.]`;
  } catch (error) {
    throw error instanceof ToolFailure ? error : outside;
  }
}

/** Reads all skills. A bad one is reported, and the others load. A skill without a name has that of its folder. */
export async function loadSkills(workspace: string, home: string): Promise<SkillCatalog> {
  const skills: Skill[] = [];
  const problems: AgentFileProblem[] = [];
  for (const folder of skillFolders(workspace, home)) {
    for (const file of await readFilesBelow({ ...folder, within: null })) {
      if ('problem' in file) problems.push(file.problem);
      else {
        const { skill, problems: found } = parseSkillFile(file.text, file.path);
        problems.push(...found);
        if (skill) skills.push(skill);
      }
    }
  }
  return new SkillCatalog(skills, problems);
}

function parseSkillFile(text: string, path: string): { skill: Skill | null; problems: readonly AgentFileProblem[] } {
  const read = readFrontmatter(text);
  if (!read.ok) return { skill: null, problems: [{ path, line: read.line, severity: 'error', reason: read.reason }] };
  const fields = new FileFields(path, read.value);
  const name = fields.text('name') ?? basename(dirname(path));
  const description = fields.required('description', 'when the skill is to be used');
  const failed = fields.problems.some(({ severity }) => severity === 'error');
  const skill = failed || description === null ? null : { name, description, body: read.value.body.trim(), path };
  return { skill, problems: fields.problems };
}
