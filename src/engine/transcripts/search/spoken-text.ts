import { DIRECTIVE_PREFIX, FORK_BOILERPLATE_TAG } from '../../../core/fork/fork-agent.ts';
import { isNotification } from '../../../core/fork/notification.ts';
import { isForModelOnly } from '../../../core/session/model-blocks.ts';

/** What the app itself puts into messages: what it says of others stands there too. */
const NOTIFICATION = '<task-notification>';

/** The part of a text that a person or a model has said; '' for what the app wrote. Of a fork's start, its directive. */
export function spokenText(text: string): string {
  if (isForModelOnly(text) || isNotification(text) || text.startsWith(NOTIFICATION)) return '';
  if (!text.startsWith(`<${FORK_BOILERPLATE_TAG}>`)) return text;
  const directive = text.split('\n\n').find((paragraph) => paragraph.startsWith(DIRECTIVE_PREFIX)) ?? '';
  return directive.slice(DIRECTIVE_PREFIX.length);
}
