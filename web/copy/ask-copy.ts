import { COPY_PATH } from '#protocol/copy.ts'
import type { PublicKey } from './check-file.ts'

/** The server's answer or, if it refuses, the sentence for the customer. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; status: number; sentence: string }

const SENTENCES: Readonly<Record<number, string>> = {
  403: 'That isn’t the postcode on this agreement.',
  404: 'Not here yet. Try again later.',
  429: 'Too many attempts. Wait a while, then try again.',
}
const NO_CONNECTION = 'We can’t reach the company’s server. Try again later.'

async function post(path: string, body: object): Promise<Response | undefined> {
  try {
    return await fetch(COPY_PATH + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
    })
  } catch {
    return undefined
  }
}

async function ask<Value>(
  path: string,
  body: object,
  read: (response: Response) => Promise<Value>,
): Promise<Answer<Value>> {
  const response = await post(path, body)
  if (!response) return { ok: false, status: 0, sentence: NO_CONNECTION }
  if (response.ok) return { ok: true, value: await read(response) }
  const sentence = SENTENCES[response.status] ?? 'That didn’t work. Try again later.'
  return { ok: false, status: response.status, sentence }
}

/** Calls one of the API's functions for the customer's copy. */
export const askCopy = <Value>(path: string, body: object): Promise<Answer<Value>> =>
  ask(path, body, async (response) => (await response.json()) as Value)

/** Downloads the sealed PDF. */
export async function downloadCopy(token: string, postcode: string, name: string): Promise<Answer<void>> {
  const answer = await ask('/document', { token, postcode }, (response) => response.blob())
  if (!answer.ok) return answer
  const link = document.createElement('a')
  link.href = URL.createObjectURL(answer.value)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return { ok: true, value: undefined }
}

/** Returns the public keys for our seals. Rejects if there is no connection. */
export async function readKeys(): Promise<PublicKey[]> {
  const response = await fetch('/.well-known/jwks.json')
  if (!response.ok) throw new Error('There are no keys')
  return ((await response.json()) as { keys: PublicKey[] }).keys
}
