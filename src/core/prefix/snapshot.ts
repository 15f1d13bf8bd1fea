import type { ToolDeclaration } from '../providers/tool-declaration.ts';

/** Sampling and thinking parameters; part of what must be equal for a cache hit. */
export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxOutputTokens?: number;
  readonly thinkingLevel?: 'low' | 'medium' | 'high';
}

/** The frozen request parameters of a branch's last request. A fork takes its parent's by reference. */
export interface Snapshot {
  /** Grows when system text, tools or sampling change; equal versions mean equal bytes. */
  readonly version: number;
  readonly provider: string;
  readonly model: string;
  readonly systemText: string;
  readonly tools: readonly ToolDeclaration[];
  readonly sampling: Sampling;
}

/** Freezes a snapshot through and through, so that no holder can change another's prefix. */
export function freezeSnapshot(snapshot: Snapshot): Snapshot {
  return deepFreeze(structuredCopy(snapshot));
}

function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Freezes a value and all in it; parts that are frozen already are taken as frozen through and through. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/**
 * A snapshot with these parameters: `previous` itself when its bytes are the same, else a new one with the next version,
 * so that a change of system text, tools, model or sampling is seen by the version alone.
 */
export function nextSnapshot(previous: Snapshot, parameters: Omit<Snapshot, 'version'>, version: number): Snapshot {
  const { version: _, ...before } = previous;
  const isSame = JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(parameters));
  return isSame ? previous : freezeSnapshot({ ...parameters, version });
}

function inOrder({ provider, model, systemText, tools, sampling }: Omit<Snapshot, 'version'>): unknown[] {
  return [provider, model, systemText, tools, sampling];
}
