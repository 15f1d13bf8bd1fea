import type Anthropic from '@anthropic-ai/sdk';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { ANTHROPIC_MARKERS, type BlockKind } from '../../core/prefix/cache-plan.ts';
import { anthropicSampling } from '../../core/providers/anthropic-models.ts';
import { type MarkerForm, placeMarkers, withMarker } from './place-markers.ts';

type Body = Anthropic.MessageCreateParamsStreaming;

/** The body of one request: the built values as they are, with at most four cache markers in them. */
export function anthropicBody(request: BuiltRequest, sharedMessages: number): Body {
  const { model, sampling } = request.snapshot;
  const { tools, system, messages } = placeMarkers(request, sharedMessages, FORM);
  const body = {
    model,
    ...anthropicSampling(model, sampling),
    ...(Array.isArray(tools) && tools.length > 0 ? { tools } : {}),
    ...(system === null ? {} : { system }),
    messages,
    stream: true,
  };
  return body as unknown as Body;
}

const MARKER = { cache_control: { type: 'ephemeral' } };

interface WireMessage {
  readonly role: string;
  readonly content: readonly { readonly type: string }[];
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  text: 'text',
  image: 'image',
  tool_use: 'call',
  tool_result: 'result',
};

const FORM: MarkerForm = {
  rules: ANTHROPIC_MARKERS,
  // Thinking cannot be marked; kinds that are not known here are left alone too.
  blocksOf: (message) => (message as WireMessage).content.map(({ type }) => KINDS[type] ?? 'thinking'),
  markMessage(message, block) {
    const { content, ...rest } = message as WireMessage;
    return { ...rest, content: withMarker(content, block, MARKER) };
  },
  markSystem(system) {
    const blocks = system as readonly unknown[];
    return withMarker(blocks, blocks.length - 1, MARKER);
  },
};
