import type { Call } from '../real-postgrest.ts'

type Headers = Record<string, string>

export const get = (path: string, headers: Headers = {}): Call => ({ method: 'GET', path, headers })
export const head = (path: string, headers: Headers = {}): Call => ({ method: 'HEAD', path, headers })
export const post = (path: string, body: unknown, headers: Headers = {}): Call => ({
  method: 'POST',
  path,
  body,
  headers,
})
export const patch = (path: string, body: unknown, headers: Headers = {}): Call => ({
  method: 'PATCH',
  path,
  body,
  headers,
})

/** Headers that ask a write to return its rows. */
export const SHOWN = { prefer: 'return=representation' }
