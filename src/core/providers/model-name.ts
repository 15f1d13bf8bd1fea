/** Names as providers write them, e.g. `gemini-3-pro`, `qwen3-coder:30b`, `meta-llama/Llama-4`. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._:@+-]*(\/[\p{L}\p{N}][\p{L}\p{N}._:@+-]*)*$/u;

/** What is wrong with a model's name, as a sentence with a next step; null when it can be one. It becomes part of an address. */
export function modelNameFault(model: string): string | null {
  if (NAME.test(model)) return null;
  return `"${model}" is no model's name: write it as the provider does, like gemini-3-pro or meta-llama/Llama-4.`;
}
