/** The name that Forkscope's own commits carry. `.invalid` is reserved: nobody can own the address. */
const NAME = 'Forkscope';
const EMAIL = 'forkscope@forkscope.invalid';

/** `now` is in milliseconds since 1970; commits are dated in whole seconds, in UTC. */
export function appIdentity(now: number): Record<string, string> {
  const date = `@${Math.floor(now / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: NAME,
    GIT_AUTHOR_EMAIL: EMAIL,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: NAME,
    GIT_COMMITTER_EMAIL: EMAIL,
    GIT_COMMITTER_DATE: date,
  };
}
