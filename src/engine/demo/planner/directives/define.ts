import { quotedIn } from '../clauses.ts';
import { commentAbove, endOfBlock } from '../code-insight.ts';
import type { Desk } from '../desk.ts';
import { readFresh } from '../locate.ts';
import { failed, type Outcome, type Routine, takeOne } from '../routine.ts';
import type { ClauseReader } from '../task.ts';
import { searchFor } from '../tool-call.ts';
import { type Match, matchesIn } from './search.ts';

const DEFINED =
  /\bwhere(?: is| are)?\s+(?:the\s+)?(?:function |class |constant |variable |type )?(`[^`]+`|"[^"]+"|[\w$.]+)(?:\s+(?:is|are|gets?))?\s*(?:defined|declared|implemented|made)?\s*\??$/i;
const DEFINITION = /\b(?:definition|declaration|implementation)s? of (?:the )?(`[^`]+`|"[^"]+"|[\w$.]+)/i;

export const readDefine: ClauseReader = (clause) => {
  const [, wanted] = DEFINITION.exec(clause) ?? DEFINED.exec(clause) ?? [];
  if (wanted === undefined) return undefined;
  const name = quotedIn(wanted) ?? wanted;
  return { key: `define ${name}`, run: (desk) => define(desk, name) };
};

function* define(desk: Desk, name: string): Routine<Outcome> {
  const result = yield* takeOne(searchFor(name), `I look for the place that defines ${name}.`);
  if (result.isError) return failed(`The search for "${name}" failed: ${result.output}`);
  const matches = matchesIn(result.output);
  const place = matches.find((match) => defines(match, name)) ?? matches[0];
  if (!place) return failed(`Nothing in this repository is called "${name}".`);
  yield* readFresh(desk, [place.path], `${place.path} looks right; I read it.`);
  desk.focus = { path: place.path, name };
  return { said: explainName(desk, name) };
}

function defines({ text }: Match, name: string): boolean {
  const escaped = name.replaceAll(/[.$]/g, '\\$&');
  return new RegExp(
    `\\b(function\\*?|class|const|let|var|def|fn|func|struct|enum|trait|interface|type)\\s+${escaped}\\b|^(async\\s+)?${escaped}\\s*\\([^)]*\\)\\s*\\{`,
  ).test(text);
}

/** A name that was looked up: where it stands, what its comment says, what it takes, calls and is used by. */
export function explainName(desk: Desk, name: string): string {
  const path = desk.focus?.path ?? '';
  const lines = (desk.file(path) ?? '').split('\n');
  const start = lines.findIndex((text) => defines({ path, line: 0, text: text.trim() }, name));
  if (start < 0) return `\`${name}\` appears in \`${path}\`, but I see no definition of it there.`;
  const end = endOfBlock(lines, start);
  const comment = commentAbove(lines, start);
  const body = lines.slice(start, end);
  const [, parameters = ''] = /\(([^)]*)\)/.exec(lines[start] ?? '') ?? [];
  const called = [
    ...new Set(
      [
        ...body
          .slice(1)
          .join('\n')
          .matchAll(/\b([A-Za-z_$][\w$]*)\s*\(/g),
      ].map(([, callee]) => callee),
    ),
  ].filter((callee) => callee !== name && !/^(if|for|while|switch|return|function|catch|typeof)$/.test(callee ?? ''));
  return [
    `\`${name}\` is defined in \`${path}\`, line ${start + 1}${body.length > 1 ? ` to ${end}` : ''}.`,
    comment === '' ? '' : comment,
    parameters.trim() === '' ? '' : `It takes \`${parameters.trim()}\`.`,
    called.length === 0
      ? ''
      : `It calls ${called
          .slice(0, 6)
          .map((callee) => `\`${callee}\``)
          .join(', ')}.`,
    `\n\`\`\`\n${body.slice(0, 24).join('\n')}\n\`\`\``,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
