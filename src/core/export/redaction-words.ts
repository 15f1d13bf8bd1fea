import { SECRET_WORDS, type SecretKind } from '../redaction/secret-kinds.ts';
import type { BundleManifest } from './bundle-lines.ts';

const PLURALS: { readonly [K in SecretKind]?: string } = {
  authorization: 'authorizations',
  email: 'e-mail addresses',
  'home-path': 'home folders',
};

/** What was taken out, as one sentence's end, e.g. `2 GitHub tokens, 1 password`. Numbers count places. */
export function formatRedactions(redacted: BundleManifest['redacted']): string {
  if (redacted === null) return 'no, the export holds everything as it was';
  if (redacted.length === 0) return 'nothing was found that had to be taken out';
  return redacted.map(({ kind, count }) => `${count} ${count === 1 ? SECRET_WORDS[kind] : pluralOf(kind)}`).join(', ');
}

export function pluralOf(kind: SecretKind): string {
  return PLURALS[kind] ?? `${SECRET_WORDS[kind]}s`;
}
