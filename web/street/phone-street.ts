import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { STREET_PATH, type StreetFeed } from '#protocol/street.ts'
import { callApi } from '../http/http.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'

/** The server's last answer about the street of an area. */
export type KeptStreet = { area: string | undefined; etag: string; feed: StreetFeed }

/** The street as the server last described it: doors, places and the register. */
export type PhoneStreet = Readable<KeptStreet | undefined> & {
  /** Resolves once the street that the phone has kept is loaded. */
  ready: Promise<void>
  /** Asks the server for the phone's area, and keeps any changes. Returns whether the server answered. */
  read: () => Promise<boolean>
}

const streets = new WeakMap<PhoneDatabase, PhoneStreet>()

/** Returns the street on a phone. The first call creates it. */
export function streetOn(phone: PhoneDatabase): PhoneStreet {
  const street = streets.get(phone) ?? createPhoneStreet(phone)
  streets.set(phone, street)
  return street
}

function createPhoneStreet(phone: PhoneDatabase): PhoneStreet {
  const { get, set, subscribe } = createStore<KeptStreet | undefined>(undefined)
  const show = async () => set(await readKept(phone))
  const announce = joinOtherTabs('doorstep-street', () => void show().catch(reportTrouble))

  async function read(): Promise<boolean> {
    const area = await phone.use((database) => database.get('marks', 'area'))
    const kept = await readKept(phone)
    const answer = await askFor(area, kept?.area === area ? kept : undefined)
    if (!isObject<KeptStreet>(answer)) return answer
    await phone.use((database) => database.put('marks', JSON.stringify(answer), 'street'))
    set(answer)
    announce('changed')
    return true
  }

  // Reads run one after another, so that an older answer never replaces a newer one.
  let reading: Promise<unknown> = Promise.resolve()
  return {
    get,
    subscribe,
    ready: show().catch(reportTrouble),
    read() {
      const next = reading.then(read, read)
      reading = next
      return next
    },
  }
}

const readKept = (phone: PhoneDatabase): Promise<KeptStreet | undefined> =>
  phone.use(async (database) => {
    const kept = parseJson((await database.get('marks', 'street')) ?? '')
    return isObject<KeptStreet>(kept) && isList(kept.feed?.doors) ? kept : undefined
  })

/** Returns the new street; true if the server answered that it has not changed, false if the server did not answer. */
async function askFor(
  area: string | undefined,
  known: KeptStreet | undefined,
): Promise<KeptStreet | boolean> {
  const query = area === undefined ? '' : `?${new URLSearchParams({ area })}`
  const headers = known ? { 'if-none-match': known.etag } : {}
  const answer = await callApi(STREET_PATH + query, { headers })
  if (!answer.ok) return answer.failure.status === 304 && known !== undefined
  const feed = parseJson(answer.value.body)
  if (!isObject<StreetFeed>(feed) || !isList(feed.doors)) return false
  return { area, etag: answer.value.headers.get('etag') ?? '', feed }
}
