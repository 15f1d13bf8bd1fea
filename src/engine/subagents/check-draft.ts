import { basename } from 'node:path';
import type { AgentFileProblem, AgentSource } from '../../core/subagent/agent-config.ts';
import type { AgentDraft, AgentFieldName, CheckedDraft } from '../../shared/agent-calls.ts';
import type { AgentCatalog } from './agent-catalog.ts';
import { fieldNameOf, fieldsOfText } from './agent-fields.ts';
import { parseAgentFile } from './agent-file.ts';
import { readFrontmatter } from './frontmatter.ts';
import { writeFields } from './write-fields.ts';

/** Where a draft would be written; `path` is null for a new file. */
export interface DraftPlace {
  readonly path: string | null;
  readonly source: AgentSource;
}

/** What a draft would be as a file, by the same reading as the loader's. */
export function checkDraft(draft: AgentDraft, { path, source }: DraftPlace, catalog: AgentCatalog): CheckedDraft {
  const rendered =
    draft.kind === 'text' ? ({ ok: true, text: draft.text } as const) : writeFields(draft.base, draft.fields);
  if (!rendered.ok) {
    const reason = 'The form cannot change this header. Edit the text of the file instead.';
    const problem = { path: path ?? '', line: 1, severity: 'error', reason, field: null } as const;
    return {
      text: draft.kind === 'fields' ? (draft.base ?? '') : '',
      fields: null,
      agent: null,
      problems: [problem],
      notice: null,
    };
  }
  const { text } = rendered;
  const { agent, problems } = parseAgentFile(text, path ?? '', source);
  return {
    text,
    fields: fieldsOfText(text),
    agent,
    problems: problems.map((problem) => ({ ...problem, field: fieldOf(problem, text) })),
    notice: agent && nameNotice(agent.name, path, catalog),
  };
}

/** The field whose lines hold the problem; what is wrong below the header belongs to the body. */
function fieldOf({ line, reason }: AgentFileProblem, text: string): AgentFieldName | null {
  const read = readFrontmatter(text);
  if (!read.ok) return null;
  if (line >= read.value.bodyLine) return 'body';
  const missing = /^`(name|description)` is missing/.exec(reason)?.[1];
  if (missing === 'name' || missing === 'description') return missing;
  const above = [...read.value.fields.values()].filter((field) => field.line <= line);
  const nearest = above.reduce<{ key: string; line: number } | null>(
    (best, field) => (best === null || field.line > best.line ? field : best),
    null,
  );
  return nearest && fieldNameOf(nearest.key);
}

/** Says when another definition has the name, and which of the two would be started. */
function nameNotice(name: string, path: string | null, catalog: AgentCatalog): string | null {
  const other = catalog.find(name);
  if (!other || (path !== null && other.path === path)) return null;
  if (other.source === 'built-in') return `It takes the place of the built-in agent ${other.name}.`;
  return `${basename(other.path ?? '')} has the name ${other.name} too. Only the one whose folder comes first can be started.`;
}
