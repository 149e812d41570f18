import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { HELD_SALES_PATH, type HeldSales, type Released } from '#protocol/held-sales.ts'
import { ask } from './ask.ts'

/** Reads the sales that wait for the office to release them, the longest wait first. */
export const readHeldSales = () => ask(BACK_OFFICE_PATH + HELD_SALES_PATH, isObject<HeldSales>)

/** Releases a sale to CRM, automation and mail. */
export const releaseSale = (sessionId: string) =>
  ask(`${BACK_OFFICE_PATH}/sales/${encodeURIComponent(sessionId)}/release`, isObject<Released>, {
    method: 'POST',
    body: {},
  })
