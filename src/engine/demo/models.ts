import { type FaultKind, isFaultKind } from './faults.ts';

export interface DemoModel {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Tokens. */
  readonly inputTokenLimit: number;
  readonly outputTokenLimit: number;
  /** Every request to such a model fails in this one way. */
  readonly fault?: FaultKind;
}

/** The model that sessions use when nothing else is said. */
export const DEMO_MODEL = 'demo-planner';

/** `demo-fault-<kind>` always fails in that way; these models are found by name but not listed. */
export const FAULT_MODEL_PREFIX = 'demo-fault-';

// Gemini's own limits for its current models: 1,048,576 in, 65,536 out.
const LIMITS = { inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 };

export const LISTED_MODELS: readonly DemoModel[] = [
  {
    name: DEMO_MODEL,
    displayName: 'Demo planner',
    description: 'A small program that reads the conversation and works on the repository. No network, no key.',
    ...LIMITS,
  },
  {
    name: 'demo-planner-small',
    displayName: 'Demo planner, small context',
    description: 'The same planner with room for 32,768 tokens, to see what a full context does.',
    inputTokenLimit: 32_768,
    outputTokenLimit: 8_192,
  },
];

export function findModel(name: string): DemoModel | undefined {
  const listed = LISTED_MODELS.find((model) => model.name === name);
  if (listed || !name.startsWith(FAULT_MODEL_PREFIX)) return listed;
  const fault = name.slice(FAULT_MODEL_PREFIX.length);
  if (!isFaultKind(fault)) return undefined;
  return { name, displayName: name, description: `Always fails: ${fault}.`, ...LIMITS, fault };
}

/** A model as Gemini's list shows it. */
export function modelResource({ name, displayName, description, inputTokenLimit, outputTokenLimit }: DemoModel) {
  return {
    name: `models/${name}`,
    version: '1',
    displayName,
    description,
    inputTokenLimit,
    outputTokenLimit,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    thinking: true,
  };
}
