import { isList } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH, type SaleDeliveries } from '#protocol/back-office.ts'
import { type Answered, ask } from './ask.ts'
import { retryDeliveries } from './back-office.ts'

/** Reads the state of each delivery of at most 200 sales. */
export async function readSaleDeliveries(sessionIds: readonly string[]): Promise<Answered<SaleDeliveries[]>> {
  if (sessionIds.length === 0) return { ok: true, value: [] }
  const query = new URLSearchParams(sessionIds.map((sessionId) => ['session_id', sessionId]))
  return ask(`${BACK_OFFICE_PATH}/sales?${query}`, isList<SaleDeliveries>)
}

/** Retries every undelivered report of a sale at once. */
export const retryReports = (sessionId: string): Promise<Answered<unknown>> =>
  retryDeliveries({ target: 'automation', session_id: sessionId })

/** Retries every mail with a sale's copy that the mail server has not accepted. */
export const retryCopy = (sessionId: string): Promise<Answered<unknown>> =>
  retryDeliveries({ target: 'copy', session_id: sessionId })
