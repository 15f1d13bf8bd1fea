import type OpenAI from 'openai';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { type BlockKind, DASHSCOPE_MARKERS, OPENAI_MARKERS } from '../../core/prefix/cache-plan.ts';
import type { Sampling } from '../../core/prefix/snapshot.ts';
import { isOpenAiReasoner, type OpenAiProfile, wantsBreakpoints } from '../../core/providers/openai-profiles.ts';
import { type MarkerForm, placeMarkers, withMarker } from './place-markers.ts';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

export interface BodyOptions {
  readonly family: string;
  readonly sharedMessages: number;
  readonly asksUsage: boolean;
}

/** The body of one request: the built values as they are, and what this kind of service wants beside them. */
export function openAiBody(request: BuiltRequest, profile: OpenAiProfile, options: BodyOptions): Body {
  const { model, sampling } = request.snapshot;
  const form = markerForm(profile, model);
  const { tools, system, messages } = form ? placeMarkers(request, options.sharedMessages, form) : request.body;
  const body = {
    model,
    messages: [...(system === null ? [] : [system]), ...messages.flat()],
    ...(Array.isArray(tools) && tools.length > 0 ? { tools } : {}),
    stream: true,
    ...(options.asksUsage ? { stream_options: { include_usage: true } } : {}),
    ...(profile.cacheKey ? { prompt_cache_key: cacheKey(options.family) } : {}),
    // Without this OpenAI would set a breakpoint of its own, and bill its write, at a place that we do not know.
    ...(form && profile.markers === 'breakpoints' ? { prompt_cache_options: { mode: 'explicit' } } : {}),
    ...samplingOf(sampling, profile, model),
  };
  return body as unknown as Body;
}

/** OpenAI takes keys of up to 64 characters. */
function cacheKey(family: string): string {
  return `forkscope-${family}`.slice(0, 64);
}

function samplingOf(sampling: Sampling, profile: OpenAiProfile, model: string): Record<string, unknown> {
  const { temperature, topP, maxOutputTokens, thinkingLevel } = sampling;
  const isReasoner = profile.name === 'openai' && isOpenAiReasoner(model);
  return {
    ...(maxOutputTokens === undefined ? {} : { [profile.outputCap]: maxOutputTokens }),
    // OpenAI's thinking models refuse both; its others refuse an effort.
    ...(temperature === undefined || isReasoner ? {} : { temperature }),
    ...(topP === undefined || isReasoner ? {} : { top_p: topP }),
    ...(thinkingLevel === undefined || (profile.name === 'openai' && !isReasoner)
      ? {}
      : thinkingOf(profile, thinkingLevel)),
  };
}

function thinkingOf({ thinking }: OpenAiProfile, level: NonNullable<Sampling['thinkingLevel']>) {
  switch (thinking) {
    case 'reasoning_effort':
      return { reasoning_effort: level };
    case 'enable_thinking':
      return { enable_thinking: true };
    case null:
      return {};
  }
}

function markerForm({ markers }: OpenAiProfile, model: string): MarkerForm | null {
  if (markers === 'control') return CONTROL_FORM;
  return markers === 'breakpoints' && wantsBreakpoints(model) ? BREAKPOINT_FORM : null;
}

const CONTROL_FORM = openAiForm(DASHSCOPE_MARKERS, { cache_control: { type: 'ephemeral' } });
const BREAKPOINT_FORM = openAiForm(OPENAI_MARKERS, { prompt_cache_breakpoint: { mode: 'explicit' } });

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly unknown[];
}

/** One message of ours is a list of theirs: its blocks are counted through all of them. */
function openAiForm(rules: MarkerForm['rules'], marker: object): MarkerForm {
  return {
    rules,
    blocksOf: (message) => (message as readonly WireMessage[]).flatMap(wireBlocks),
    markMessage(message, block) {
      let first = 0;
      return (message as readonly WireMessage[]).map((wire) => {
        const at = block - first;
        first += wireBlocks(wire).length;
        const { content } = wire;
        return Array.isArray(content) && at >= 0 && at < content.length
          ? { ...wire, content: withMarker(content, at, marker) }
          : wire;
      });
    },
    markSystem(system) {
      const { content, ...rest } = system as WireMessage;
      return Array.isArray(content) ? { ...rest, content: withMarker(content, content.length - 1, marker) } : system;
    },
  };
}

function wireBlocks({ role, content, tool_calls: calls = [] }: WireMessage): BlockKind[] {
  const contents: BlockKind[] = (Array.isArray(content) ? content : content ? [content] : []).map((part) => {
    if (role === 'tool') return 'result';
    return (part as { readonly type?: string }).type === 'image_url' ? 'image' : 'text';
  });
  return [...contents, ...calls.map((): BlockKind => 'call')];
}
