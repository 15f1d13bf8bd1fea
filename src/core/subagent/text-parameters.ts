import type { ParameterShape } from './text-tools.ts';

/** How a text form writes parameters. */
export interface ParameterForm {
  /** Source of a pattern for the opening tag; its first group is the name. */
  readonly open: (names: string) => string;
  readonly close: (name: string) => string;
  /** Source of a pattern for the end of the call. */
  readonly end: string;
  /** How a call begins and ends in this form, literally. */
  readonly brackets: readonly [begin: string, end: string];
}

export interface ReadParameters {
  readonly args: Readonly<Record<string, unknown>>;
  /** Index behind the end of the call. */
  readonly after: number;
}

const ANY_NAME = '[A-Za-z_][\\w-]*';

/**
 * Reads the parameters of one call from `at` on, up to the call's end. A value may hold its own closing tag: only one
 * that the next parameter or the call's end follows closes it. Null when the call does not end or holds something else:
 * half a call is never taken for a whole one.
 */
export function readParameters(
  text: string,
  at: number,
  form: ParameterForm,
  shapes: ReadonlyMap<string, ParameterShape> | null,
): ReadParameters | null {
  const names = shapes === null || shapes.size === 0 ? ANY_NAME : [...shapes.keys()].map(escapePattern).join('|');
  const open = new RegExp(`\\s*${form.open(`(${ANY_NAME})`)}`, 'y');
  const end = new RegExp(`\\s*${form.end}`, 'y');
  const next = new RegExp(`\\s*(?:${form.end}|${form.open(`(?:${names})`)})`, 'y');
  const args: Record<string, unknown> = {};
  for (let index = at; ; ) {
    const ended = matchAt(end, text, index);
    if (ended) return { args, after: index + ended[0].length };
    const opened = matchAt(open, text, index);
    if (!opened) return null;
    const name = opened[1] ?? '';
    const from = index + opened[0].length;
    const close = form.close(name);
    let closing = text.indexOf(close, from);
    while (closing >= 0 && !matchAt(next, text, closing + close.length)) closing = text.indexOf(close, closing + 1);
    if (closing < 0 || swallowsCall(text.slice(from, closing), form.brackets)) return null;
    Object.defineProperty(args, name, {
      value: typedValue(text.slice(from, closing), name, shapes?.get(name)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    index = closing + close.length;
  }
}

/** A call that began inside the value and ends outside of it: the value was never closed, and took the next call in. */
function swallowsCall(value: string, [begin, end]: ParameterForm['brackets']): boolean {
  return value.split(begin).length > value.split(end).length;
}

function typedValue(raw: string, name: string, shape: ParameterShape | undefined): unknown {
  const text = raw.replace(/^\r?\n/, '').replace(/\r?\n[ \t]*$/, '');
  const type = shape?.type ?? 'string';
  if (type === 'string') return name === 'path' || name === 'name' ? text.trim() : text;
  try {
    return JSON.parse(text.trim());
  } catch {
    // Not of its type: the tool's own check says so to the model.
    return text.trim();
  }
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
