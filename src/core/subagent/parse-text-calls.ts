import type { ToolDeclaration } from '../providers/tool-declaration.ts';
import { type ParameterForm, readParameters } from './text-parameters.ts';
import { parametersOf } from './text-tools.ts';

/** A call that was found in an answer's text, or one that was begun and cannot be run. */
export type TextCall =
  | { readonly kind: 'call'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'broken'; readonly name: string; readonly reason: string };

export interface ParsedText {
  /** The answer without its calls. */
  readonly text: string;
  /** In the order of the text. */
  readonly calls: readonly TextCall[];
}

const NOT_ENDED =
  'The block of this call does not end as it should, so it was not run. Write it again, whole, with every parameter closed and the closing tag behind the last one.';
const NOT_JSON =
  'The arguments of this call are not complete JSON, so it was not run. Write it again, whole, in the form that your instructions show.';

const tagForm = (begin: string, end: string): ParameterForm => ({
  open: (name) => `<${name}>`,
  close: (name) => `</${name}>`,
  end,
  brackets: [begin, end],
});
const OWN_FORM = tagForm('<tool name=', '</tool>');
const FUNCTION_FORM: ParameterForm = {
  open: (name) => `<parameter=${name}>`,
  close: () => '</parameter>',
  end: '</function>(?:\\s*</tool_call>)?',
  brackets: ['<function=', '</function>'],
};

/**
 * Finds the calls in an answer's text. Besides our own form it takes the ones that models were trained on: JSON in
 * `<tool_call>`, `<function=name>` with `<parameter=name>`, and a tag with the tool's name. Thinking is skipped: what a
 * model only thinks of doing is not run.
 */
export function parseTextCalls(answer: string, tools: readonly ToolDeclaration[]): ParsedText {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const shapesOf = (name: string) => {
    const tool = byName.get(name);
    return tool ? parametersOf(tool) : null;
  };
  const named = tools.map(({ name }) => name.replace(/[^\w-]/g, '')).join('|') || '(?!)';
  const opening = new RegExp(
    `<(think|thinking)>|<tool\\s+name\\s*=\\s*["']?([\\w.-]+)["']?\\s*>|(?:<tool_call>\\s*)?<function=([\\w.-]+)>|<(tool_call)>|<(${named})>(?=\\s*<)`,
    'g',
  );
  const calls: TextCall[] = [];
  let text = '';
  let at = 0;
  for (let found = opening.exec(answer); found; found = opening.exec(answer)) {
    const [tag, thinking, own, called, hermes, bare] = found;
    text += answer.slice(at, found.index);
    const from = found.index + tag.length;
    if (thinking !== undefined) {
      const end = answer.indexOf(`</${thinking}>`, from);
      at = end < 0 ? answer.length : end + thinking.length + 3;
    } else if (hermes !== undefined) {
      at = readJsonCall(answer, from, calls);
    } else {
      const name = own ?? called ?? bare ?? '';
      const form =
        own !== undefined ? OWN_FORM : called !== undefined ? FUNCTION_FORM : tagForm(`<${name}>`, `</${name}>`);
      const read = readParameters(answer, from, form, shapesOf(name));
      calls.push(read ? { kind: 'call', name, args: read.args } : { kind: 'broken', name, reason: NOT_ENDED });
      // Behind half a call nothing is safe to run: what follows may be part of its value.
      at = read ? read.after : answer.length;
    }
    opening.lastIndex = at;
  }
  text += answer.slice(at);
  return { text: withoutEmptyFences(text).trim(), calls };
}

/** `{"name": …, "arguments": {…}}` up to the closing tag; returns the index behind it. */
function readJsonCall(answer: string, from: number, calls: TextCall[]): number {
  const close = '</tool_call>';
  let name = '';
  // A value may hold the closing tag: the first end at which the JSON is whole counts.
  for (let end = answer.indexOf(close, from); end >= 0; end = answer.indexOf(close, end + 1)) {
    try {
      const value = JSON.parse(answer.slice(from, end)) as { name?: unknown; arguments?: unknown } | null;
      name = typeof value?.name === 'string' ? value.name : '';
      if (name === '') break;
      const args = typeof value?.arguments === 'string' ? JSON.parse(value.arguments) : (value?.arguments ?? {});
      calls.push({ kind: 'call', name, args });
      return end + close.length;
    } catch {}
  }
  const [, guessed = ''] = /"name"\s*:\s*"([\w.-]+)"/.exec(answer.slice(from)) ?? [];
  calls.push({ kind: 'broken', name: name || guessed || 'tool_call', reason: NOT_JSON });
  return answer.length;
}

/** A code fence that held nothing but calls is left empty by taking them out. */
function withoutEmptyFences(text: string): string {
  return text.replace(/^ {0,3}(`{3,})[\w-]*[ \t]*\n\s*\1[ \t]*$/gm, '');
}
