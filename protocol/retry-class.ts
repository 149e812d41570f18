/**
 * What can be done about a failed call. `never`: the same call will be refused again. `later`: try again.
 * `after-sign-in`: first someone must give a valid key, sign in, or enrol the phone.
 */
export type RetryClass = 'never' | 'later' | 'after-sign-in'

/** 421 is a mistake in the server's settings or its proxy: a phone must not give up a sale over it. */
const TEMPORARY = [408, 421, 425, 429]

/**
 * The codes of a 401 that asks someone to do something. Any other 401 comes from a hotel's network or a proxy, not from
 * Doorstep.
 */
const ASKING = /^(invalid|sign-in|phone)-/

/**
 * Returns what to do about an answer, from its status and, for a 401, its code, but never from the text of a message.
 */
export function retryClassOf(status: number, code = ''): RetryClass {
  if (status === 401) return ASKING.test(code) ? 'after-sign-in' : 'later'
  return status >= 500 || TEMPORARY.includes(status) ? 'later' : 'never'
}
