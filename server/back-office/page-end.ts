import type { DeliveryListed } from '#protocol/back-office.ts'
import type { PageEnd } from './deliveries.queries.ts'

const PAGE_END = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/

/** Returns the end of a page as clients send it back in `before`. */
export const pageEndToText = ({ updated_at, id }: DeliveryListed) => `${updated_at}_${id}`

/** Returns the end of a page that a client sent, or undefined if it is not one of ours. */
export function textToPageEnd(text: string): PageEnd | undefined {
  const [, changedAt, id] = PAGE_END.exec(text) ?? []
  return changedAt && !Number.isNaN(Date.parse(changedAt)) ? { changedAt, id: Number(id) } : undefined
}
