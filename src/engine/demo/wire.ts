import { z } from 'zod';

/** The parts of Gemini's request that this server reads. Unknown keys inside are kept: they count as prompt bytes. */
const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .looseObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  functionResponse: z
    .looseObject({
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

const contentSchema = z.looseObject({ role: z.string().optional(), parts: z.array(partSchema).optional() });

const generationConfigSchema = z.looseObject({
  maxOutputTokens: z.number().int().positive().optional(),
  thinkingConfig: z.looseObject({ includeThoughts: z.boolean().optional() }).optional(),
});

/** Strict on the outside, as Gemini is: a name it does not know is a 400, not something to skip. */
export const requestSchema = z.strictObject({
  contents: z.array(contentSchema).optional(),
  systemInstruction: contentSchema.optional(),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .optional(),
  toolConfig: z
    .looseObject({ functionCallingConfig: z.looseObject({ mode: z.string().optional() }).optional() })
    .optional(),
  generationConfig: generationConfigSchema.optional(),
  safetySettings: z.array(z.unknown()).optional(),
  cachedContent: z.string().optional(),
  serviceTier: z.string().optional(),
  store: z.boolean().optional(),
  model: z.string().optional(),
});

export type WirePart = z.infer<typeof partSchema>;
export type WireContent = z.infer<typeof contentSchema>;
export type WireRequest = z.infer<typeof requestSchema>;

export interface WireUsage {
  /** All prompt tokens, the cached ones included. */
  readonly promptTokenCount: number;
  readonly cachedContentTokenCount?: number;
  readonly candidatesTokenCount: number;
  /** Apart from the candidates' tokens, and billed as output. */
  readonly thoughtsTokenCount?: number;
  readonly totalTokenCount: number;
}

/** One chunk of a stream, or a whole answer. */
export interface WireResponse {
  readonly candidates?: readonly {
    readonly content: { readonly role: 'model'; readonly parts?: readonly WirePart[] };
    readonly finishReason?: string;
    readonly finishMessage?: string;
    readonly index: 0;
  }[];
  readonly promptFeedback?: { readonly blockReason: string };
  readonly usageMetadata?: WireUsage;
  readonly modelVersion: string;
  readonly responseId: string;
}
