/**
 * The customer's code: the token that opens the copy, and the hash of the agreement that was shown, both in base64url.
 */
export type Code = { token: string; agreementHash: string }

const CODE = /^([\w-]{22})\.([\w-]{43})$/

/** Returns the code in a URL's fragment or in typed text, with or without blanks; undefined if there is no code. */
export function readCode(text: string): Code | undefined {
  const [, token, agreementHash] = CODE.exec(text.replace(/^.*#/, '').replace(/\s/g, '')) ?? []
  return token && agreementHash ? { token, agreementHash } : undefined
}

/** Returns bytes in base64url as hex, as the server writes hashes. */
export function hexOf(base64url: string): string {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return [...binary].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}
