import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { AppSettings } from '#protocol/functions.ts'
import { IDENTITY_PATH } from '#protocol/identity.ts'

/** An answer of the server; if it is a refusal, its code and what the agent reads. Without an answer there is no code. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; code?: string; sentence: string }

const TIMEOUT_MS = 15_000
const NO_CONNECTION = 'There is no connection to Doorstep. Your code still counts: try again in a moment.'

/** The app reads the settings in a script that is too large for this page. */
function publicKey(): string {
  const written = parseJson(document.getElementById('settings')?.textContent ?? '')
  return isObject<AppSettings>(written) ? written.publicKey : 'public-anon-key'
}

/**
 * Makes a call about who calls (`protocol/identity.ts`). Never rejects; an answer that is not Doorstep's, such as the sign-in
 * page of a hotel, counts as none.
 */
export async function askIdentity<Value>(path: string, body?: object): Promise<Answer<Value>> {
  try {
    const response = await fetch(IDENTITY_PATH + path, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: publicKey(), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = parseJson(await response.text())
    if (!isObject<Record<string, unknown>>(answer)) return { ok: false, sentence: NO_CONNECTION }
    if (response.ok) return { ok: true, value: answer as Value }
    const { code, message } = answer
    return { ok: false, ...(typeof code === 'string' && { code }), sentence: String(message) }
  } catch {
    return { ok: false, sentence: NO_CONNECTION }
  }
}
