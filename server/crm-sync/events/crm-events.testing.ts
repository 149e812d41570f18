import { generateKeyPairSync, sign } from 'node:crypto'
import { CRM_EVENTS_PATH } from './crm-events.routes.ts'

/** The keys of the CRM under test. */
export const CRM_KEYS = generateKeyPairSync('ed25519')

/** Returns the base64 signature of a body. */
export const signatureOf = (body: string | Buffer) =>
  sign(null, Buffer.from(body), CRM_KEYS.privateKey).toString('base64')

/** Posts an event as the CRM does, signed unless `headers` replace the signature. */
export const postEvent = (origin: string, body: object | string, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(origin + CRM_EVENTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ghl-signature': signatureOf(text), ...headers },
    body: text,
  })
}
