/** What can be taken out of an export, with the word that stands in its mark. */
export const SECRET_WORDS = {
  'private-key': 'private key',
  'anthropic-key': 'Anthropic key',
  'openai-key': 'OpenAI key',
  'google-key': 'Google key',
  'aws-key': 'AWS key',
  'azure-key': 'Azure key',
  'github-token': 'GitHub token',
  'gitlab-token': 'GitLab token',
  'slack-token': 'Slack token',
  'stripe-key': 'Stripe key',
  'npm-token': 'npm token',
  'huggingface-token': 'Hugging Face token',
  'service-token': 'service token',
  jwt: 'JSON web token',
  authorization: 'authorization',
  cookie: 'cookie',
  password: 'password',
  secret: 'secret',
  own: 'own pattern',
  email: 'e-mail address',
  'home-path': 'home folder',
} as const;

export type SecretKind = keyof typeof SECRET_WORDS;

/** All kinds, the most telling first: of two that overlap, the earlier one names the place. */
export const SECRET_KINDS = Object.keys(SECRET_WORDS) as readonly SecretKind[];

/** A place in a text that holds a secret: from `start` up to `end`, in UTF-16 units. */
export interface Finding {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}
