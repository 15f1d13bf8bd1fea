/** Tests of the window run on Node but are checked without its types, so that the window itself cannot use them. */
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
