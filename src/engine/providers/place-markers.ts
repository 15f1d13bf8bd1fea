import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { type BlockKind, type Breakpoint, type MarkerRules, planBreakpoints } from '../../core/prefix/cache-plan.ts';

/** How one provider's rendered messages are read and marked. Marking copies: what was built is shared and stays. */
export interface MarkerForm {
  readonly rules: MarkerRules;
  blocksOf(message: unknown): readonly BlockKind[];
  /** The message with a marker on that block. */
  markMessage(message: unknown, block: number): unknown;
  /** The system text with a marker at its end. */
  markSystem(system: unknown): unknown;
}

/** The built body with cache markers in it: the same bytes, and nothing but markers between them. */
export function placeMarkers(
  { body }: Pick<BuiltRequest, 'body'>,
  sharedMessages: number,
  form: MarkerForm,
): BuiltRequest['body'] {
  const breakpoints = planBreakpoints({
    hasSystem: body.system !== null,
    messages: body.messages.map((message) => ({ role: roleOf(message), blocks: form.blocksOf(message) })),
    sharedMessages,
    rules: form.rules,
  });
  const messages = [...body.messages];
  for (const breakpoint of breakpoints.filter(isInMessage)) {
    messages[breakpoint.message] = form.markMessage(messages[breakpoint.message], breakpoint.block);
  }
  const marksSystem = breakpoints.some(({ at }) => at === 'system');
  return { ...body, messages, system: marksSystem ? form.markSystem(body.system) : body.system };
}

/** The list with a marker as the last key of the block at `index`. */
export function withMarker(blocks: readonly unknown[], index: number, marker: object): unknown[] {
  return blocks.map((block, at) => (at === index ? { ...(block as object), ...marker } : block));
}

function isInMessage(breakpoint: Breakpoint): breakpoint is Extract<Breakpoint, { at: 'message' }> {
  return breakpoint.at === 'message';
}

/** Rendered messages have one role each; a list of them has the role of its first. */
function roleOf(message: unknown): 'user' | 'model' {
  const first = (Array.isArray(message) ? message[0] : message) as { readonly role?: string } | undefined;
  return first?.role === 'assistant' ? 'model' : 'user';
}
