/** Two moments of a branch's files, by the commits that keep them. */
export interface PastFiles {
  readonly before: string;
  readonly after: string;
}
