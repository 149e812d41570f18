import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { STREET_PATH, type StreetFeed } from '#protocol/street.ts'
import { callApi } from '../http/http.ts'
import type { PhoneDatabase } from '../storage/database.ts'

/** What the server said last of an area's street. */
export type KeptStreet = { area: string | undefined; etag: string; feed: StreetFeed }

/** Returns what this phone has kept of the street; an old answer counts until there is a new one. */
export const readKeptStreet = (phone: PhoneDatabase): Promise<KeptStreet | undefined> =>
  phone.use(async (database) => {
    const kept = parseJson((await database.get('marks', 'street')) ?? '')
    return isObject<KeptStreet>(kept) && isList(kept.feed?.doors) ? kept : undefined
  })

/**
 * Reads the street of the phone's area, and keeps it if it has changed. Returns whether it has; undefined if the server does
 * not answer.
 */
export async function readStreet(phone: PhoneDatabase): Promise<'changed' | 'unchanged' | undefined> {
  const [area, kept] = await Promise.all([
    phone.use((database) => database.get('marks', 'area')),
    readKeptStreet(phone),
  ])
  const known = kept?.area === area ? kept : undefined
  const query = area === undefined ? '' : `?${new URLSearchParams({ area })}`
  const headers = known ? { 'if-none-match': known.etag } : {}
  const answer = await callApi(STREET_PATH + query, { headers })
  if (!answer.ok) return answer.failure.status === 304 && known ? 'unchanged' : undefined
  const feed = parseJson(answer.value.body)
  if (!isObject<StreetFeed>(feed) || !isList(feed.doors)) return undefined
  const read: KeptStreet = { area, etag: answer.value.headers.get('etag') ?? '', feed }
  await phone.use((database) => database.put('marks', JSON.stringify(read), 'street'))
  return 'changed'
}
