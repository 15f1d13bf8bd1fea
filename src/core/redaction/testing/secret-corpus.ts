import type { SecretKind } from '../secret-kinds.ts';

/** Made-up secrets in the shapes of real ones. They are put together here, so that no scanner takes this file for a leak. */
export interface SecretCase {
  readonly what: string;
  readonly kind: SecretKind;
  readonly text: string;
  readonly secret: string;
}

const glue = (...parts: readonly string[]): string => parts.join('');
/** Letters and digits without a meaning, the same in every run. */
const noise = (length: number, seed: number): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let [state, text] = [seed, ''];
  while (text.length < length) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    text += letters[(state >>> 16) % letters.length];
  }
  return text;
};

/** The same in hexadecimal digits. */
const hex = (length: number, seed: number): string =>
  [...noise(length, seed)].map((letter) => (letter.charCodeAt(0) % 16).toString(16)).join('');

const bare = (what: string, kind: SecretKind, secret: string): SecretCase => ({
  what,
  kind,
  secret,
  text: `It is ${secret} and ends.`,
});

const JWT = glue('ey', 'J', noise(33, 5), '.', noise(60, 6), '.', noise(43, 7));
const PEM_BODY = [noise(64, 8), noise(64, 9), noise(30, 10)].join('\n');
const pem = (label: string): string =>
  glue('-----BEGIN ', label, 'PRIVATE', ' KEY-----\n', PEM_BODY, '\n-----END ', label, 'PRIVATE', ' KEY-----');

export const SECRETS: readonly SecretCase[] = [
  bare('a key of Anthropic', 'anthropic-key', glue('sk', '-ant-', 'api03-', noise(90, 1), 'AA')),
  bare('a key of OpenAI', 'openai-key', glue('sk', '-', noise(48, 2))),
  bare('a project key of OpenAI', 'openai-key', glue('sk', '-proj-', noise(40, 3), '_', noise(40, 4))),
  bare('a key of Google', 'google-key', glue('AI', 'za', noise(35, 11))),
  bare('an OAuth token of Google', 'google-key', glue('ya', '29.', noise(60, 12))),
  bare('a key id of AWS', 'aws-key', glue('AK', 'IA', 'IOSF4ODNN7QWERTY')),
  bare('a token of GitHub', 'github-token', glue('gh', 'p_', noise(36, 13))),
  bare('a server token of GitHub', 'github-token', glue('gh', 's_', noise(36, 14))),
  bare('a fine-grained token of GitHub', 'github-token', glue('github', '_pat_', noise(22, 15), '_', noise(59, 16))),
  bare('a token of GitLab', 'gitlab-token', glue('gl', 'pat-', noise(20, 17))),
  bare('a token of Slack', 'slack-token', glue('xo', 'xb-', '123456789012-', noise(24, 18))),
  bare('a webhook of Slack', 'slack-token', glue('hooks.slack', '.com/services/T0', noise(8, 19), '/B', noise(20, 20))),
  bare('a key of Stripe', 'stripe-key', glue('sk', '_live_', noise(24, 21))),
  bare('a test key of Stripe', 'stripe-key', glue('rk', '_test_', noise(24, 22))),
  bare('a token of npm', 'npm-token', glue('np', 'm_', noise(36, 23))),
  bare('a token of Hugging Face', 'huggingface-token', glue('h', 'f_', noise(34, 24))),
  bare('a client secret of Azure', 'azure-key', glue('a1B', '8', 'Q~', noise(34, 25))),
  bare('a key of Azure’s models', 'azure-key', glue(noise(52, 26), 'JQQ', 'J99', noise(26, 27))),
  {
    what: 'a storage key of Azure',
    kind: 'azure-key',
    secret: noise(86, 28),
    text: glue('EndpointSuffix=core.windows.net;Account', 'Key=', noise(86, 28), '==;'),
  },
  bare('a token of another service', 'service-token', glue('gs', 'k_', noise(52, 29))),
  bare('a key of Twilio', 'service-token', glue('S', 'K', hex(32, 60))),
  bare('an account of Twilio', 'service-token', glue('A', 'C', hex(32, 61))),
  bare('a token of a bot of Telegram', 'service-token', glue('1234', '567890', ':A', 'A', noise(33, 62))),
  {
    what: 'a token of Telegram in an address',
    kind: 'service-token',
    secret: glue('98765', '4321', ':A', 'A', noise(33, 63)),
    text: glue('curl https://api.telegram.org/bot98765', '4321', ':A', 'A', noise(33, 63), '/getMe'),
  },
  bare('a service token of Doppler', 'service-token', glue('dp', '.st.', 'dev_main.', noise(43, 64))),
  bare('a personal token of Doppler', 'service-token', glue('dp', '.pt.', noise(43, 65))),
  bare('a command line’s token of Doppler', 'service-token', glue('dp', '.ct.', noise(43, 66))),
  bare('a JSON web token', 'jwt', JWT),
  { what: 'a private key', kind: 'private-key', secret: PEM_BODY, text: `cat id:\n${pem('RSA ')}\ndone` },
  { what: 'a private key of OpenSSH', kind: 'private-key', secret: PEM_BODY, text: pem('OPENSSH ') },
  {
    what: 'a private key that is cut off',
    kind: 'private-key',
    secret: PEM_BODY,
    text: glue('-----BEGIN EC ', 'PRIVATE', ' KEY-----\n', PEM_BODY, '\n[cut after 200 characters]'),
  },
  {
    what: 'a bearer token in a header',
    kind: 'authorization',
    secret: noise(40, 30),
    text: glue('curl -H "Authoriz', 'ation: Bearer ', noise(40, 30), '" https://api.tides.dev'),
  },
  {
    what: 'a basic authorization',
    kind: 'authorization',
    secret: noise(30, 31),
    text: glue('authoriz', 'ation: Basic ', noise(30, 31), '='),
  },
  {
    what: 'a key in a header',
    kind: 'authorization',
    secret: noise(32, 32).toLowerCase(),
    text: glue('x-api', '-key: ', noise(32, 32).toLowerCase()),
  },
  {
    what: 'a cookie',
    kind: 'cookie',
    secret: noise(26, 33),
    text: glue('Cook', 'ie: sid=', noise(26, 33), '; theme=dark'),
  },
  {
    what: 'a cookie that is set',
    kind: 'cookie',
    secret: noise(26, 34),
    text: glue('Set-Cook', 'ie: sid=', noise(26, 34), '; HttpOnly'),
  },
  {
    what: 'a password in an address',
    kind: 'password',
    secret: 'w4ter-mark',
    text: glue('postgres://tide:', 'w4ter-mark', '@db.tides.dev:5432/main'),
  },
  {
    what: 'a value of .env',
    kind: 'secret',
    secret: noise(40, 35),
    text: glue('DEBUG=1\nTIDE_API', '_KEY=', noise(40, 35), '\nPORT=8080'),
  },
  {
    what: 'a quoted value of .env',
    kind: 'secret',
    secret: noise(32, 36),
    text: glue('export SESSION_SEC', 'RET="', noise(32, 36), '"'),
  },
  {
    what: 'a secret access key of AWS',
    kind: 'secret',
    secret: glue(noise(20, 37), '/', noise(19, 38)),
    text: glue('aws_secret_access', '_key = ', noise(20, 37), '/', noise(19, 38)),
  },
  {
    what: 'a password of a file',
    kind: 'password',
    secret: 'hunter2b',
    text: glue('"pass', 'word": "', 'hunter2b', '"'),
  },
  {
    what: 'a password behind what is no value',
    kind: 'password',
    secret: 'tide8h',
    text: glue('tok', 'en=pass', 'word=tide8h'),
  },
  {
    what: 'a signature in an address',
    kind: 'secret',
    secret: noise(43, 39),
    text: glue('https://tides.dev/file?expires=1&sig', 'nature=', noise(43, 39)),
  },
  bare('an e-mail address', 'email', 'jane.doe+tides@mail.tides.co.uk'),
  { what: 'a home folder', kind: 'home-path', secret: '/home/jane', text: 'cd /home/jane/project' },
  { what: 'a home folder of macOS', kind: 'home-path', secret: '/Users/jane', text: 'open "/Users/jane/My Files"' },
  { what: 'a home folder of Windows', kind: 'home-path', secret: 'C:\\Users\\jane', text: 'dir C:\\Users\\jane\\x' },
  {
    what: 'a token behind a colour of the terminal',
    kind: 'github-token',
    secret: glue('gh', 'o_', noise(36, 40)),
    text: glue('\u001b[32mgh', 'o_', noise(36, 40), '\u001b[0m'),
  },
];

export const PLAIN_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['a git hash', 'commit 9f2c1d7e5b3a48c6d0e1f2a3b4c5d6e7f8091a2b'],
  ['a sha256', `sha256:${'0123456789abcdef'.repeat(4)}`],
  ['an integrity of a lock file', `"integrity": "sha512-${noise(86, 50)}=="`],
  ['a UUID', 'id 123e4567-e89b-42d3-a456-426614174000'],
  ['a picture', `data:image/png;base64,${noise(4_000, 51)}/${noise(500, 52)}+${noise(500, 53)}==`],
  ['a sentence', 'The token is a word of the parser; its key is the position, and the password is checked elsewhere.'],
  ['types', 'interface Login { password: string; token?: string; apiKey: string | null }'],
  ['code', 'const token = tokenizer.next(); const key = cacheKey(user.id); this.secret = options.secret;'],
  ['placeholders', 'API_KEY=your-key-here-1234567 TOKEN=$GITHUB_TOKEN SECRET=<secret-of-the-app-1> PASSWORD=******'],
  ['an environment in code', 'const password = process.env.DB_PASSWORD_2;'],
  ['a limit of tokens', 'max_tokens: 4096, total_tokens=128000, input token: 12345678901234567'],
  ['a repository', 'git clone git@github.com:tides/low-water.git'],
  ['packages', 'npm i react@18.2.0 @types/node@20.1.0 left-pad@1.3.0-beta.1'],
  ['a picture’s name', 'icon@2x.png and sprite@3x.webp'],
  ['decorators', '@app.route("/home") and @dataclass'],
  ['an address with a path home', 'https://tides.dev/home/dashboard and https://tides.dev/Users/list'],
  ['classes of a stylesheet', 'class="sk-loading-indicator-container sk-cube-grid-animation-wrapper"'],
  ['an address without a password', 'http://localhost:5173/@vite/client and ws://127.0.0.1:9229/abc'],
  ['a placeholder in an address', 'postgres://user:$PASSWORD@host/db'],
  ['a shared folder', '/Users/Shared/fonts and C:\\Users\\Public\\x'],
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${noise(64, 54)}\n-----END PUBLIC KEY-----`],
  ['a certificate', `-----BEGIN CERTIFICATE-----\n${noise(64, 55)}\n-----END CERTIFICATE-----`],
  ['times and numbers', 'at 12345678:AB and 1234567890:AAPL; SK 42, AC97, dp.st.config, dp.pt'],
  ['our own ids', 'fork-1 call-12 request-3 message-44 2026-11-30-ab12cd34'],
];
