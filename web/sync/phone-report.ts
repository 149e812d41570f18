import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { PHONES_PATH, type PhoneReport, type PhoneReported } from '#protocol/phones.ts'
import { callApi } from '../http/http.ts'
import { turnedAway } from '../http/turned-away.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { isWrite, needsAttention, type StoredCall, writtenBy } from '../storage/stored.ts'
import { phoneState } from './phone-state.ts'

/** How often a phone reports if nothing about it has changed. */
const REPORT_MS = 60_000

/**
 * Returns a function that reports the state of this phone (docs/product 24.1), if it has changed or was last reported a
 * minute ago, if the server turns the phone away, or if a report is `due` for another reason. Notes what the office
 * wants of the phone. A report that fails is repeated at the next call. Rejects only if the phone's database cannot be
 * read.
 */
export function createPhoneReporting(phone: PhoneDatabase): (due?: boolean) => Promise<void> {
  let sent = ''
  let sentAt = 0
  return async (due = false) => {
    const report = await readPhoneReport(phone)
    const text = JSON.stringify(report)
    const isRecent = text === sent && performance.now() - sentAt < REPORT_MS
    if (isRecent && !due && turnedAway.get() === undefined) return
    const answer = await callApi(PHONES_PATH, { method: 'POST', body: report })
    if (!answer.ok) return
    sent = text
    sentAt = performance.now()
    noteState(parseJson(answer.value.body))
  }
}

/** An older server does not send a state. */
function noteState(answer: unknown): void {
  if (!isObject<Partial<PhoneReported>>(answer)) return
  const { state = null } = answer
  phoneState.set(state)
  turnedAway.set(state === 'suspended' || state === 'wiping' ? 'phone-suspended' : undefined)
}

async function readPhoneReport(phone: PhoneDatabase): Promise<PhoneReport> {
  const { area, waiting, parked } = await phone.use(async (database) => {
    const transaction = database.transaction(['marks', 'outbox', 'parked'])
    const [area, waiting, parked] = await Promise.all([
      transaction.objectStore('marks').get('area'),
      transaction.objectStore('outbox').getAll(),
      transaction.objectStore('parked').getAll(),
    ])
    return { area: area ?? null, waiting: waiting.filter(isWrite), parked }
  })
  return {
    id: await phoneId(phone),
    is_installed: matchMedia('(display-mode: standalone)').matches,
    is_kept: (await navigator.storage?.persisted?.()) ?? false,
    area,
    unsent_sales: countSales(waiting),
    unsent_signed: countSales(waiting.filter((call) => writtenBy([call]).status === 'closed-won')),
    unsent_since: waiting.map(({ at }) => at).sort()[0] ?? null,
    refused_sales: countSales(parked.filter((call) => isWrite(call) && needsAttention(call))),
  }
}

const countSales = (calls: readonly Pick<StoredCall, 'sessionId'>[]) =>
  new Set(calls.map(({ sessionId }) => sessionId)).size
