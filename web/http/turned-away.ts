import { type RetryClass, retryClassOf } from '#protocol/retry-class.ts'
import { createStore } from '../store.ts'

/**
 * The code of the refusal with which the server turns this browser away until a person acts on it; undefined if it does
 * not turn it away (docs/product 26.10, 26.11).
 */
export const turnedAway = createStore<string | undefined>(undefined)

/** Returns what to do about a refusal, and notes it if the server turns this browser away. */
export function noteRefusal(status: number, code: string | undefined): RetryClass {
  const retry = retryClassOf(status, code)
  if (retry === 'after-sign-in') turnedAway.set(code)
  return retry
}
