import { ClaudeReader } from './claude/claude-reader.ts';
import { ClineReader } from './cline/cline-reader.ts';
import { ClineSdkReader } from './cline/cline-sdk-reader.ts';
import { CodexReader } from './codex/codex-reader.ts';
import type { Format } from './formats.ts';
import { GeminiReader } from './gemini/gemini-reader.ts';
import { QwenReader } from './qwen/qwen-reader.ts';
import type { ReaderOptions, Translator } from './source-info.ts';
import type { PartStore, TranscriptDraft } from './transcript-draft.ts';

/** The reader of a foreign format. Our own logs need none: they are folded as they are. */
export function translatorOf(
  format: Exclude<Format, 'forkscope'>,
  store: PartStore,
  options: ReaderOptions,
): Translator<TranscriptDraft> {
  switch (format) {
    case 'claude-code':
      return new ClaudeReader(store, options);
    case 'qwen-code':
      return new QwenReader(store, options);
    case 'gemini-cli':
      return new GeminiReader(store, options);
    case 'codex':
      return new CodexReader(store, options);
    case 'cline':
      return new ClineReader(store, options);
    case 'cline-sdk':
      return new ClineSdkReader(store, options);
  }
}
