import type { WireContent, WireRequest } from '../wire.ts';
import { type Notification, readNotifications } from './notifications.ts';
import type { CallResult } from './tool-call.ts';

/** One answer with tool calls, and what came back for it. */
export interface RecordedStep {
  results: CallResult[];
  /** Text that came in the same message as the results. */
  interjection: string;
}

/** From the message that set the model to work until now. */
export interface Turn {
  /** What is to be done, in a person's or a parent's words. */
  readonly instruction: string;
  readonly steps: RecordedStep[];
  /** The reports that opened it. */
  readonly reports: readonly Notification[];
}

export interface Conversation {
  readonly tools: ReadonlySet<string>;
  readonly isFork: boolean;
  /** Results of all earlier turns, a fork's inherited ones included. */
  readonly past: readonly CallResult[];
  readonly turn: Turn;
  /** The reports of the last round of forks, oldest first. */
  readonly reports: readonly Notification[];
}

const BOILERPLATE_END = '</fork-boilerplate>';
const FORK_BEGIN = 'Begin.';
/** At the start of a result, or in its last line: output in between may say "cancelled 0" and mean nothing by it. */
const INTERRUPTED = /^(?:the \w+ was )?(?:interrupted|aborted|cancelled)\b|(?:^|\n)\[?interrupted[^\n]*$/i;

/** Takes up the last instruction where it was left, e.g. after an interrupt; calls that were cut off are made again. */
const GO_ON = /^\W*(?:please\s+)?(?:go on|continue|carry on|keep going|resume|try (?:it )?again|retry)\b[^,;]*$/i;

/** Reads a request as a story: who am I, what was I last told to do, and what has been done about it. */
export function readConversation(request: WireRequest): Conversation {
  const turns: Turn[] = [];
  let reports: Notification[] = [];
  let isFork = false;
  const contents = request.contents ?? [];

  for (const [index, content] of contents.entries()) {
    const turn = turns.at(-1);
    if (content.role === 'model') {
      const calls = callsIn(content);
      if (calls.some((call) => call.name === 'agent') && (reports.at(-1)?.remaining ?? 0) === 0) reports = [];
      if (calls.length > 0) turn?.steps.push({ results: pairUp(calls, contents[index + 1]), interjection: '' });
      continue;
    }
    const texts = (content.parts ?? []).flatMap(({ text, thought }) => (text && !thought ? [text] : []));
    const directive = texts.map(directiveIn).findLast((text) => text !== undefined);
    const news = texts.flatMap(readNotifications);
    const words = texts
      .filter((text) => readNotifications(text).length === 0)
      .map(withoutTags)
      .join('\n')
      .trim();
    reports.push(...news);
    if (directive !== undefined) {
      isFork = true;
      turns.push({ instruction: directive, steps: [], reports: [] });
      continue;
    }
    if (texts.length === 0) continue;
    const step = turn?.steps.at(-1);
    const isAnswerToCalls = (content.parts ?? []).some((part) => part.functionResponse);
    if (isAnswerToCalls && step && (!wasCutOff(step) || words === '')) {
      step.interjection = texts.map(withoutBoilerplate).join('\n');
    } else if (turn && news.length === 0 && GO_ON.test(words)) {
      turns[turns.length - 1] = { ...turn, steps: turn.steps.filter((done) => !wasCutOff(done)) };
    } else if (!(isFork && words === FORK_BEGIN && turn?.steps.length === 0)) {
      turns.push({ instruction: words, steps: [], reports: news });
    }
  }

  const turn = turns.at(-1) ?? { instruction: '', steps: [], reports: [] };
  const past = turns.slice(0, -1).flatMap(({ steps }) => steps.flatMap(({ results }) => results));
  return { tools: toolsIn(request), isFork, past, turn, reports };
}

function wasCutOff({ results }: RecordedStep): boolean {
  return results.some(({ isError, output }) => isError && INTERRUPTED.test(output));
}

function toolsIn({ tools = [], toolConfig }: WireRequest): Set<string> {
  if (toolConfig?.functionCallingConfig?.mode === 'NONE') return new Set();
  return new Set(tools.flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)));
}

function callsIn(content: WireContent) {
  return (content.parts ?? []).flatMap(({ functionCall: call }) =>
    call ? [{ name: call.name, args: call.args ?? {} }] : [],
  );
}

function pairUp(calls: ReturnType<typeof callsIn>, next: WireContent | undefined): CallResult[] {
  const responses = (next?.parts ?? []).flatMap((part) => (part.functionResponse ? [part.functionResponse] : []));
  return calls.map((call, index) => {
    const { output, error } = responses[index]?.response ?? {};
    const isError = error !== undefined;
    const value = isError ? error : output;
    return { call, output: typeof value === 'string' ? value : JSON.stringify(value ?? ''), isError };
  });
}

/** The directive of a fork: what follows its boilerplate, without the lines about who it is and where it works. */
function directiveIn(text: string): string | undefined {
  const end = text.lastIndexOf(BOILERPLATE_END);
  if (end < 0) return undefined;
  const rest = text.slice(end + BOILERPLATE_END.length);
  const [, directive = rest] = /Directive:\s*([\s\S]*)/.exec(rest) ?? [];
  const [own = directive] = directive.split(/\n\nYou are fork \d+ of \d+|\n\nYour own working copy is /);
  return withoutTags(own).trim();
}

function withoutBoilerplate(text: string): string {
  return directiveIn(text) === undefined ? text : '';
}

/**
 * Machine-made blocks are not a person's words: a part that is one tagged block as a whole, and blocks inside a text
 * whose tag has a hyphen, such as reminders (HTML's tags have none).
 */
export function withoutTags(text: string): string {
  if (/^<([a-z][\w-]*)(?:\s[^>]*)?>[\s\S]*<\/\1>$/.test(text.trim())) return '';
  return text.replaceAll(/<([a-z]+-[a-z-]+)(?:\s[^>]*)?>[\s\S]*?<\/\1>/g, '').trim();
}
