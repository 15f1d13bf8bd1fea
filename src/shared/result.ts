/** An expected failure crosses processes as a value: one plain sentence that ends with a next step. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Fault };

export interface Fault {
  /** A short stable word for tests and logs, e.g. `no-commit`. */
  readonly code: string;
  readonly message: string;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fault(code: string, message: string): Result<never> {
  return { ok: false, error: { code, message } };
}
