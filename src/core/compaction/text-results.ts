/** A result that stands in a user message as text, because its branch has no calls of its own kind. */
export interface TextResult {
  readonly tool: string;
  readonly isError: boolean;
  /** Where its content stands in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

// As `renderTextResults` writes them: a result cannot hold such a tag itself, since it is neutralised there.
const HEAD = /<tool_result number="\d+" tool="([^"]*)" status="(ok|error)">\n/g;
const END = '\n</tool_result>';

/** The results in a text, in order. */
export function textResultsIn(text: string): TextResult[] {
  return [...text.matchAll(HEAD)].flatMap((found) => {
    const from = found.index + found[0].length;
    const to = text.indexOf(END, from);
    return to < 0 ? [] : [{ tool: found[1] ?? '', isError: found[2] === 'error', from, to }];
  });
}
