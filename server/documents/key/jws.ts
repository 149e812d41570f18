import { type KeyObject, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { SealKey } from './seal-key.ts'

/** The kind of a statement, so that one kind never passes for another. */
export type StatementType = 'doorstep-seal' | 'doorstep-day' | 'doorstep-receipt'

type Header = { alg?: string; kid?: string; typ?: string }

const toText = (value: object) => Buffer.from(canonicalize(value) as string).toString('base64url')

/** Returns a statement as a compact JWS (RFC 7515, RS256) over its canonical JSON. */
export async function signStatement(key: SealKey, typ: StatementType, payload: object): Promise<string> {
  const signed = `${toText({ alg: 'RS256', kid: key.kid, typ })}.${toText(payload)}`
  const signature = await key.sign(Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}

/**
 * Returns the content of a statement of this type if one of our keys has signed it, otherwise undefined. `keyOf` finds
 * a public key by its id.
 */
export function readStatement(
  statement: string,
  type: StatementType,
  keyOf: (kid: string) => KeyObject | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const [head = '', payload = '', signature = '', ...more] = statement.split('.')
  const { alg, kid, typ } = readPart<Header>(head) ?? {}
  const key = kid === undefined ? undefined : keyOf(kid)
  if (!key || alg !== 'RS256' || typ !== type || more.length > 0) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  // Node skips characters that are not base64url, so a changed text could decode to the same bytes.
  if (bytes.toString('base64url') !== signature) return undefined
  const isOurs = verify('sha256', Buffer.from(`${head}.${payload}`), key, bytes)
  return isOurs ? readPart<Readonly<Record<string, unknown>>>(payload) : undefined
}

/** Returns the id of the key that a statement names, or undefined if it names none. */
export const kidOf = (statement: string): string | undefined =>
  readPart<Header>(statement.split('.')[0] ?? '')?.kid

function readPart<Part extends object>(part: string): Part | undefined {
  const value = parseJson(Buffer.from(part, 'base64url').toString())
  return isObject<Part>(value) ? value : undefined
}
