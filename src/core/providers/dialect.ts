import type { Message, ProviderFamily } from '../session/message.ts';
import type { ToolDeclaration } from './tool-declaration.ts';

/** How a fork's first messages are shaped so that a provider accepts them. */
export type ForkShape = 'acknowledged' | 'direct';

/**
 * How one provider family writes a request. Every method is pure and deterministic: the same input gives the same
 * JSON, key order included, because these bytes are the cache prefix.
 */
export interface Dialect {
  readonly family: ProviderFamily;
  readonly forkShape: ForkShape;
  tools(tools: readonly ToolDeclaration[]): unknown;
  system(text: string): unknown;
  message(message: Message): unknown;
}
