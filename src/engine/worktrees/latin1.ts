/**
 * Paths that go back to git are kept as latin1 strings, one character a byte, so that names that are not UTF-8 survive.
 * For the eye they are decoded here, and a person's choice is encoded here.
 */
export function toText(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

export function toBytePath(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The path as Node's file functions take it. */
export function diskPath(root: string, bytePath: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytePath, 'latin1')]);
}
