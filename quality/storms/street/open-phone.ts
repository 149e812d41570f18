import { randomUUID } from 'node:crypto'
import { RULE_SENTENCES } from '#domain/opportunity/rules.ts'
import { newSale } from '#domain/sale/sale.ts'
import { createSaleStore } from '#web/session/sale-store.ts'
import { findCurrentSale } from '#web/storage/current-sale.ts'
import { PhoneDatabase } from '#web/storage/database.ts'
import { saveSale, takeWriteLock } from '#web/storage/sale-records.ts'
import { createPhoneClaims } from '#web/street/phone-claims.ts'
import { createPhoneRegister } from '#web/street/phone-register.ts'
import { streetOn } from '#web/street/phone-street.ts'
import { createPhoneVisits } from '#web/street/phone-visits.ts'
import { sendCall } from '#web/sync/send-call.ts'
import { createSending } from '#web/sync/sending.ts'
import type { PhoneEvent, PhoneState } from '../phone/history.ts'
import { reportSent } from '../phone/page/report-sent.ts'

export type OpenPhone = Awaited<ReturnType<typeof openPhone>>

/** Opens the app's data of the street and of sales on the disk in `indexedDB`, as after a reload. */
export async function openPhone(history: PhoneEvent[]) {
  const database = new PhoneDatabase()
  const [visits, register] = [createPhoneVisits(database), createPhoneRegister(database)]
  const claims = createPhoneClaims(database)
  await Promise.all([visits.ready, register.ready, claims.ready])
  const tabId = randomUUID()
  await takeWriteLock(database, tabId)
  const found = (await findCurrentSale(database)) ?? newSale(randomUUID())
  const report = (event: PhoneEvent) => history.push(event)
  const { sessionId, calls } = found
  report({ type: 'found', sessionId, calls })
  const sending = createSending(database, {
    send: sendCall,
    sendFirst: register.send,
    onAccepted() {},
    onRefused({ sessionId }, reason) {
      // The other phone has meanwhile closed the door. The sale is accepted once it is signed; `parked` counts the
      // others.
      if (reason !== RULE_SENTENCES.lead_is_not_on_register) report({ type: 'refused', sessionId, reason })
    },
    onChanged: reportSent(database, report),
    onTrouble(error) {
      throw error
    },
  })
  const store = createSaleStore(
    found,
    (sale, made) => saveSale(database, sale, made, tabId),
    () => sending.wake(),
  )
  return {
    database,
    visits,
    register,
    claims,
    street: streetOn(database),
    store,
    sending,
    exchange: () => register.exchange().then(visits.exchange).then(claims.exchange),
    look: (): Promise<PhoneState> =>
      database.use(async (stores) => ({
        waiting: await stores.count('outbox'),
        parked: await stores.count('parked'),
        receipts: await stores.getAll('receipts'),
      })),
  }
}
