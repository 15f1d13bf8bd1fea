import type { Finding, SecretKind } from './secret-kinds.ts';

/**
 * Shapes that providers give their keys, so that scanners can find them. Each is a fixed head and one run of characters
 * with a least length: so a match that fails has looked at no more than that length, and a text is read once.
 */
const SHAPES: readonly (readonly [kind: SecretKind, shape: string])[] = [
  ['anthropic-key', 'sk-ant-[\\w-]{20,}'],
  ['openai-key', 'sk-[\\w-]{20,}'],
  ['google-key', 'AIza[\\w-]{35}|GOCSPX-[\\w-]{24,}|ya29\\.[\\w-]{20,}|AQ\\.Ab[\\w-]{30,}'],
  ['aws-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])|ABSK[A-Za-z0-9+/]{60,}'],
  ['github-token', 'gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\\w{22,}'],
  ['gitlab-token', '(?:glpat|gldt|glrt|glcbt|glptt|glft|glimt|glagent|glsoat|gloas)-[\\w-]{20,}'],
  [
    'slack-token',
    'xox[abceoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}|hooks\\.slack\\.com/services/[\\w/]{20,}',
  ],
  ['stripe-key', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}'],
  ['npm-token', 'npm_[A-Za-z0-9]{30,}'],
  ['huggingface-token', '(?:hf|api_org)_[A-Za-z0-9]{30,}'],
  ['azure-key', '(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}'],
  ['jwt', 'eyJ[\\w-]{10,}\\.[\\w-]{8,}\\.[\\w-]{6,}'],
  [
    'service-token',
    '(?:gsk_|xai-|r8_|pplx-|dckr_pat_|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|PMAK-|dapi|hvs\\.|SG\\.|pypi-|rubygems_|figd_|sntrys_|AGE-SECRET-KEY-1|tskey-|fly_|FlyV1 )[\\w.-]{24,}',
  ],
  // Twilio, Telegram's bots (also behind the `bot` of an address), Doppler.
  [
    'service-token',
    '(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])|(?:bot)?\\d{8,10}:AA[\\w-]{33}|dp\\.(?:st|pt|ct|sa|scim|audit)\\.[\\w.-]{24,}',
  ],
];

/** A key begins behind no letter; but a line break may be written `\\n`. */
const AT_START = '(?:(?<![\\w-])|(?<=\\\\[nrt]))';

/** First letters of all shapes: a quick way past everything else. */
const FIRST = '(?=[sAGygxrpwnhaeSdlPFftb\\d])';
const SHAPE = `(?:${SHAPES.map(([, shape]) => `(${shape})`).join('|')})`;
const ALL = new RegExp(`${FIRST}${AT_START}${SHAPE}`, 'g');
const HERE = new RegExp(`${FIRST}${SHAPE}`, 'y');

/** Azure's marks stand in the middle of its keys. */
const AZURE_MARKS = /Q~|JQQJ9/;
const AZURE = new RegExp(`${AT_START}(?:[\\w.-]{3}\\dQ~[\\w.~-]{31,34}|[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{20,})`, 'g');

/** Heads that are also words of people, such as `sk-` of a stylesheet: what follows must not be words alone. */
const NEED_PROOF: ReadonlySet<SecretKind> = new Set<SecretKind>(['openai-key', 'service-token']);

/** Keys and tokens that can be told by their shape alone. They may also begin at `starts`, behind whatever letter. */
export function findTokens(text: string, starts: readonly number[] = []): Finding[] {
  const found: Finding[] = [];
  const add = (match: RegExpExecArray): void => {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    const kind = SHAPES[at]?.[0];
    if (!kind || (NEED_PROOF.has(kind) && !looksRandom(match[0]))) return;
    found.push({ kind, start: match.index, end: match.index + match[0].length });
  };
  for (const match of text.matchAll(ALL)) add(match);
  let from = 0;
  for (const start of starts) {
    // Inside a match nothing is tried again: many starts in one long run would take the square of its length.
    if (start < from) continue;
    HERE.lastIndex = start;
    const match = HERE.exec(text);
    if (!match) continue;
    add(match);
    from = start + match[0].length;
  }
  if (AZURE_MARKS.test(text)) {
    for (const match of text.matchAll(AZURE)) {
      found.push({ kind: 'azure-key', start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}

/** True for a run that no person would write: a digit and letters, in a part without a word's separators. */
export function looksRandom(run: string): boolean {
  return run.split(/[-_.:/+~]/).some((part) => part.length >= 8 && /\d/.test(part) && /[A-Za-z]/.test(part));
}
