/**
 * What can be done about a failed call. `never`: the same call will be refused again. `later`: try again.
 * `after-sign-in`: first a valid key.
 */
export type RetryClass = 'never' | 'later' | 'after-sign-in'

/** 421 is a mistake in the server's settings or its proxy: a phone must not give up a sale over it. */
const TEMPORARY = [408, 421, 425, 429]

/** What to do about an answer, from its status alone, never from the text of a message. */
export function retryClassOf(status: number): RetryClass {
  if (status === 401) return 'after-sign-in'
  return status >= 500 || TEMPORARY.includes(status) ? 'later' : 'never'
}
