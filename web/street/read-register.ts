import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { RegisterEntry } from '#domain/street/do-not-knock.ts'
import { DO_NOT_KNOCK_PATH } from '#protocol/register.ts'
import { callApi } from '../http/http.ts'
import type { PhoneDatabase } from '../storage/database.ts'

/** What the server said last of an area's register. */
export type KeptRegister = { area: string | undefined; etag: string; entries: RegisterEntry[] }

/** Returns what this phone has kept of the register; an old answer counts until there is a new one. */
export const readKept = (phone: PhoneDatabase): Promise<KeptRegister | undefined> =>
  phone.use(async (database) => {
    const kept = parseJson((await database.get('marks', 'register')) ?? '')
    return isObject<KeptRegister>(kept) && isList<RegisterEntry>(kept.entries) ? kept : undefined
  })

/**
 * Reads the register of the phone's area and keeps it; `isNew`: it has changed. Undefined if the server does not answer;
 * what was kept stays.
 */
export async function readRegister(
  phone: PhoneDatabase,
): Promise<(KeptRegister & { isNew: boolean }) | undefined> {
  const [area, kept] = await phone.use((database) =>
    Promise.all([database.get('marks', 'area'), readKept(phone)]),
  )
  const known = kept?.area === area ? kept : undefined
  const query = area === undefined ? '' : `?${new URLSearchParams({ area })}`
  const headers = known ? { 'if-none-match': known.etag } : {}
  const answer = await callApi(DO_NOT_KNOCK_PATH + query, { headers })
  if (!answer.ok) return answer.failure.status === 304 && known ? { ...known, isNew: false } : undefined
  const entries = parseJson(answer.value.body)
  if (!isList<RegisterEntry>(entries)) return undefined
  const read = { area, etag: answer.value.headers.get('etag') ?? '', entries }
  await phone.use((database) => database.put('marks', JSON.stringify(read), 'register'))
  return { ...read, isNew: true }
}
