import { BACK_OFFICE_PATH, type SaleDeliveries } from '#protocol/back-office.ts'
import { type Answered, ask, retryDeliveries } from './back-office.ts'

/** How far sales have come outside, for at most 200 of them. */
export async function readSaleDeliveries(sessionIds: readonly string[]): Promise<Answered<SaleDeliveries[]>> {
  if (sessionIds.length === 0) return { ok: true, value: [] }
  const query = new URLSearchParams(sessionIds.map((sessionId) => ['session_id', sessionId]))
  return ask(`${BACK_OFFICE_PATH}/sales?${query}`)
}

/** Lets the reports of a sale that are not delivered go out now. */
export const retryReports = (sessionId: string): Promise<Answered<unknown>> =>
  retryDeliveries({ target: 'automation', session_id: sessionId })
