/** A JSON Schema object as model providers take it. Key order is kept: it is part of the request prefix. */
export type JsonSchema = { readonly [key: string]: unknown };

/** What the model is told about one tool. Part of the snapshot, so it never changes while a session lives. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}
