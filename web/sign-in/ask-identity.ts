import { IDENTITY_PATH } from '#protocol/identity.ts'
import { type Refused, refusalInWords } from './refusal-in-words.ts'

/** An answer of the server; if it is a refusal, its code and a sentence for the person. */
export type Answer<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: string | undefined; sentence: string }

const TIMEOUT_MS = 15_000
const NO_CONNECTION = 'There is no connection to Doorstep’s server. Check yours, then try again.'

/** Makes a call about who calls, see `protocol/identity.ts`; with a body it is a POST. Never rejects. */
export async function askIdentity<Value>(
  publicKey: string,
  path: string,
  body?: object,
): Promise<Answer<Value>> {
  try {
    const response = await fetch(IDENTITY_PATH + path, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: publicKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return { ok: true, value: (await response.json()) as Value }
    const refused = (await response.json()) as Refused
    const restSeconds = Number(response.headers.get('retry-after'))
    return { ok: false, code: refused.code, sentence: refusalInWords(refused, restSeconds) }
  } catch {
    return { ok: false, code: undefined, sentence: NO_CONNECTION }
  }
}
