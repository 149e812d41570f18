import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { settings } from '../settings.ts'
import { phoneHeaders } from './phone-headers.ts'

const TIMEOUT_MS = 60_000

/** Returns the sealed file of a version; undefined if it could not be read. Never rejects. */
export async function downloadDocument(sessionId: string, version: number): Promise<Blob | undefined> {
  try {
    const path = `${BACK_OFFICE_PATH}/documents/${encodeURIComponent(sessionId)}/${version}.pdf`
    const headers = { apikey: settings.publicKey, ...phoneHeaders() }
    const response = await fetch(path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? await response.blob() : undefined
  } catch {
    return undefined
  }
}
