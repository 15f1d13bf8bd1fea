import { z } from 'zod';
import type { SkillOffer } from '../../core/subagent/system-prompt.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** What `use_skill` can load. */
export interface SkillShelf {
  readonly offers: readonly SkillOffer[];
  /**
   * The text of a skill (`pdf`), or of a file in its folder (`pdf/forms.md`); null when there is none.
   * @throws ToolFailure
   */
  load(name: string): Promise<string | null>;
}

/** The tool that loads a skill. Its declaration names no skill, so that it is the same in every session. */
export function skillTool(shelf: SkillShelf): Tool<{ name: string }> {
  return defineTool({
    declaration: {
      name: 'use_skill',
      description:
        'Loads the instructions of a skill by its name. Where a skill names further files of its own, load them as ' +
        '`name/path`. Your instructions list the skills; without a list there are none.',
      parameters: {
        type: 'object',
        properties: { name: { type: 'string', description: "The skill's name, e.g. `release-notes`." } },
        required: ['name'],
      },
    },
    risk: 'read',
    schema: z.object({ name: z.string().trim().min(1) }),
    async subject({ name }) {
      return { title: `use skill ${name}`, detail: name };
    },
    async run({ name }) {
      const text = await shelf.load(name);
      if (text !== null) return text;
      const names = shelf.offers.map((offer) => `\`${offer.name}\``);
      throw new ToolFailure(
        names.length === 0
          ? `There is no skill \`${name}\`, and no other one here. Go on without.`
          : `There is no skill \`${name}\`. The skills are ${names.join(', ')}.`,
      );
    },
  });
}
