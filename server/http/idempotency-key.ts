import { success } from '#domain/kernel/result.ts'
import { type Answer, failWith } from './problem.ts'

/**
 * Reads the sequence from an `Idempotency-Key` of the form `<session_id>:<sequence>` (docs/product 7.7). Undefined
 * without the header; a problem if the key is malformed or names another sale than the body.
 */
export function readSequence(
  key: string | string[] | undefined,
  sessionId: string | undefined,
): Answer<number | undefined> {
  if (key === undefined) return success(undefined)
  const [, session, sequence] = /^(.+):(\d{1,9})$/.exec(String(key)) ?? []
  return session !== undefined && session === sessionId
    ? success(Number(sequence))
    : failWith('bad-idempotency-key')
}
