import { BACK_OFFICE_PATH, type DeliveryPage, type SaleDeliveries } from '#protocol/back-office.ts'
import { type Answered, ask, deliveriesPath, retryDeliveries } from './back-office.ts'

/** As many parked reports as are looked through for those of one sale. */
const MOST_PARKED = 200

/** How far sales have come outside, for at most 200 of them. */
export async function readSaleDeliveries(sessionIds: readonly string[]): Promise<Answered<SaleDeliveries[]>> {
  if (sessionIds.length === 0) return { ok: true, value: [] }
  const query = new URLSearchParams(sessionIds.map((sessionId) => ['session_id', sessionId]))
  return ask(`${BACK_OFFICE_PATH}/sales?${query}`)
}

/** Lets the parked reports of a sale go out again. */
export async function retryReports(sessionId: string): Promise<Answered<unknown>> {
  const page = await ask<DeliveryPage>(deliveriesPath('automation', 'parked', MOST_PARKED))
  if (!page.ok) return page
  const ids = page.value.deliveries.filter(({ session_id }) => session_id === sessionId).map(({ id }) => id)
  return ids.length === 0 ? { ok: true, value: null } : retryDeliveries({ ids })
}
