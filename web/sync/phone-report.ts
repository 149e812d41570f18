import { PHONES_PATH, type PhoneReport } from '#protocol/phones.ts'
import { callApi } from '../http/http.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { isWrite, needsAttention, type StoredCall, writtenBy } from '../storage/stored.ts'

/** How often a phone reports if nothing about it has changed. */
const REPORT_MS = 60_000

/**
 * Returns a function that reports how this phone is (docs/product 24.1), if that has changed or was a minute ago. A
 * report that fails is made again at the next call. Rejects only if the phone's database cannot be read.
 */
export function createPhoneReporting(phone: PhoneDatabase): () => Promise<void> {
  let sent = ''
  let sentAt = 0
  return async () => {
    const report = await readPhoneReport(phone)
    const text = JSON.stringify(report)
    if (text === sent && performance.now() - sentAt < REPORT_MS) return
    const answer = await callApi(PHONES_PATH, { method: 'POST', body: report })
    if (!answer.ok) return
    sent = text
    sentAt = performance.now()
  }
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
