/** A branch ends `failed` with this reason: one plain sentence with a next step. */
export class BranchFailure extends Error {}
