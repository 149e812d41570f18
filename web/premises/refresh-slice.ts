import { PREMISES_PATH } from '#protocol/premises.ts'
import { phoneHeaders } from '../http/phone-headers.ts'
import { settings } from '../settings.ts'
import { type KeptSlice, keepSlice, readSlice } from './kept-slice.ts'

const TIMEOUT_MS = 15_000

/**
 * Asks the server for the premises of this phone's area (if undefined, of all areas) and keeps what is new. If there is
 * no connection, or if the server does not know premises, the kept slice stays.
 */
export async function refreshSlice(area: string | undefined): Promise<void> {
  const kept = await readSlice()
  const fetched = await fetchSlice(area, kept?.etag ?? null)
  if (fetched) await keepSlice(fetched)
}

async function fetchSlice(area: string | undefined, etag: string | null): Promise<KeptSlice | undefined> {
  try {
    const query = area === undefined ? '' : `?${new URLSearchParams({ area })}`
    const response = await fetch(`${PREMISES_PATH}/slice${query}`, {
      headers: { apikey: settings.publicKey, ...phoneHeaders(), ...(etag && { 'if-none-match': etag }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 204) return { etag: null, bytes: null }
    // The sign-in page of a hotel has no ETag.
    const tag = response.headers.get('etag')
    if (response.status !== 200 || tag === null) return undefined
    return { etag: tag, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch {
    return undefined
  }
}
