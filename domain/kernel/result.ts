/**
 * The result of work that may fail in a way the caller must handle: a value, or a failure as a value. Exceptions are
 * for bugs.
 */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; failure: Failure }

export const success = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const failed = <Failure>(failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })
