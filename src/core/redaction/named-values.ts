import type { Finding, SecretKind } from './secret-kinds.ts';

/** A quote, also one inside a text that is quoted itself. */
const QUOTE = `(?:\\\\{0,3}["'\`])?`;
const IS = `${QUOTE}\\s{0,2}(?:=>|[:=])\\s{0,2}${QUOTE}`;
const IN_VALUE = `[^\\s"'\`,;<>(){}\\[\\]\\\\]`;
/** As much of a value as is needed to judge it; the rest of one that is a secret is found from its end. */
const VALUE = `(${IN_VALUE}{6,200})`;
const REST = new RegExp(`${IN_VALUE}*`, 'y');
const SECRET_NAME =
  '(?:(?:api|access|secret|private|auth|encryption|signing|account|client|master|session|service|deploy|shared)[_.-]?key|_key|token|secret|password|passwd|pwd|passphrase|pass|credential|_pat)(?:_[a-z0-9_]{1,20})?';

/** `NAME=value`, `"name": "value"`, `name: value`, with a name that says what it is. */
const NAMED = new RegExp(`(${SECRET_NAME})${IS}${VALUE}`, 'gi');
const NAME_ONLY = new RegExp(`${SECRET_NAME}$`, 'i');

const HEADER = new RegExp(
  `(?:authorization|x-api-key|x-goog-api-key|api-key|x-auth-token|private-token)${IS}((?:(?:bearer|basic|token|digest|negotiate)\\s{1,3})?[^\\s"'\`,;\\\\]{6,4000})`,
  'gi',
);
const BEARER = /\bbearer\s{1,3}([\w.~+/=-]{16,4000})/gi;
const COOKIE =
  /(?:set-)?cookie(?:\\{0,3}["'`])?\s{0,2}:\s{0,2}(?:\\{0,3}["'`])?([^\s=;"'`\\]{1,100}=[^\r\n"'`\\]{4,4000})/gi;
/** The password of `scheme://person:password@host`. */
const IN_ADDRESS = /:\/\/[^\s/:@"'`<>\\]{0,100}:([^\s/@"'`<>\\]{3,200})@/g;
const IN_QUERY =
  /[?&](?:access_token|id_token|token|api_?key|key|sig|signature|x-amz-signature|password|secret|client_secret)=([\w.~%+/-]{16,2000})/gi;

const PLACEHOLDER =
  /^(?:[$<{[*%#]|x{3,}|\.{3}|your|my[-_]|example|change|placeholder|redacted|null|none|undefined|true|false|process\.env|os\.environ)|\$\{|\.{3}|\*{3}/i;

/** `this.accessToken2` is code. */
const IDENTIFIERS = /^[A-Za-z_$][\w$]{0,30}(?:\.[A-Za-z_$][\w$]{0,30}){1,6}$/;

/** Secrets that can be told by what stands in front of them. */
export function findNamedValues(text: string): Finding[] {
  const found: Finding[] = [];
  const add = (kind: SecretKind, match: RegExpExecArray, value: string | undefined): void => {
    if (value === undefined) return;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ kind, start, end: start + value.length });
  };
  // A text without any of these has nothing to be named.
  if (/[:=]/.test(text)) {
    found.push(...findNamed(text));
    for (const match of text.matchAll(HEADER))
      if (!isPlaceholder(match[1] ?? '')) add('authorization', match, match[1]);
    for (const match of text.matchAll(COOKIE)) add('cookie', match, match[1]);
    for (const match of text.matchAll(IN_ADDRESS)) if (!isPlaceholder(match[1] ?? '')) add('password', match, match[1]);
    for (const match of text.matchAll(IN_QUERY)) if (!isPlaceholder(match[1] ?? '')) add('secret', match, match[1]);
  }
  for (const match of text.matchAll(BEARER)) if (/\d/.test(match[1] ?? '')) add('authorization', match, match[1]);
  return found;
}

function findNamed(text: string): Finding[] {
  const found: Finding[] = [];
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match; match = NAMED.exec(text)) {
    const [whole, name = '', value = ''] = match;
    const start = match.index + whole.length - value.length;
    // What is no value may be a name itself: `token=password=…`.
    NAMED.lastIndex = start;
    if (!isSecretValue(name, value)) continue;
    REST.lastIndex = start;
    const end = start + (REST.exec(text)?.[0] ?? value).length;
    found.push({ kind: kindOfName(name), start, end });
    NAMED.lastIndex = end;
  }
  return found;
}

/** The kind of a whole value that stands under a name, as in the arguments of a call; null when it is no secret. */
export function kindOfNamedValue(name: string, value: string): SecretKind | null {
  const found = NAME_ONLY.exec(name)?.[0] ?? (/^(?:authorization|cookie|x-api-key)$/i.test(name) ? 'token' : undefined);
  if (found === undefined || value.length > 4_000 || /\s/.test(value.trim())) return null;
  return isSecretValue(found, value.trim()) ? kindOfName(found) : null;
}

function kindOfName(name: string): SecretKind {
  return isPasswordName(name) ? 'password' : 'secret';
}

function isPasswordName(name: string): boolean {
  return /pass|pwd/i.test(name);
}

/** A password may be short; any other secret is long and has more different characters than words have. */
function isSecretValue(name: string, value: string): boolean {
  if (isPlaceholder(value) || value.includes('://') || IDENTIFIERS.test(value)) return false;
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  if (isPasswordName(name)) return value.length >= 6 && (isMixed || /[!@#$%^&*?+]/.test(value));
  const least = /^_key/i.test(name) ? 20 : 16;
  return value.length >= least && isMixed && entropyOf(value) >= 3 && !/^\.{0,2}\//.test(value);
}

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

/** Shannon's entropy in bits a character: English words have about 2.5 to 3 in such short runs, random keys 3.5 to 5. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
