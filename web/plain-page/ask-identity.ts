import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import { type Refused, refusalInWords } from './refusal-in-words.ts'
import { settingsOfPage } from './settings-of-page.ts'

/**
 * The server's answer or, if it refuses, its code and a sentence for the person. If there is no answer, there is no
 * code.
 */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; code?: string; sentence: string }

const TIMEOUT_MS = 15_000
const NO_CONNECTION = 'Can’t reach Doorstep. Check your connection, then try again.'

/**
 * Makes a call about the caller's identity (`protocol/identity.ts`); with a body it is a POST. Never rejects. An answer
 * that is not Doorstep's, such as the sign-in page of a hotel, counts as no answer.
 */
export async function askIdentity<Value>(path: string, body?: object): Promise<Answer<Value>> {
  try {
    const response = await fetch(IDENTITY_PATH + path, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: settingsOfPage().publicKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = parseJson(await response.text())
    if (!isObject<Refused>(answer)) return { ok: false, sentence: NO_CONNECTION }
    if (response.ok) return { ok: true, value: answer as Value }
    const sentence = refusalInWords(answer, Number(response.headers.get('retry-after')))
    return { ok: false, ...(answer.code !== undefined && { code: answer.code }), sentence }
  } catch {
    return { ok: false, sentence: NO_CONNECTION }
  }
}
