import type { IncomingMessage } from 'node:http'

/** An address that does not exist. */
export const NOWHERE = '/404'

/**
 * Returns the address that a request is for (`rewriteUrl`). If it cannot be decoded, a person gets the page for unknown
 * addresses (docs/product 2.1), and a program gets a problem.
 */
export function readableAddress({ url = '/', headers }: IncomingMessage): string {
  return headers.accept?.includes('text/html') && !isReadable(url.split('?', 1)[0] ?? '') ? NOWHERE : url
}

function isReadable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
