import type { IncomingMessage } from 'node:http'

/** An address that leads nowhere. */
export const NOWHERE = '/404'

/**
 * The address that a request is for (`rewriteUrl`). One that no text can be read from leads a person nowhere, where the
 * page for that is (docs/product 2.1); a program is told what is wrong with it.
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
