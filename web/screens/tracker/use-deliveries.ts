import { useCallback, useRef } from 'react'
import type { SaleDeliveries } from '#protocol/back-office.ts'
import { readSaleDeliveries } from '../../http/sale-deliveries.ts'
import { usePolled } from '../../http/use-polled.ts'

const EVERY_MS = 5_000

/** Polls the deliveries of these sales, at most 200. If reading fails, the last answer stays. */
export function useDeliveries(sessionIds: readonly string[]) {
  const asked = JSON.stringify(sessionIds)
  const read = useCallback(() => readSaleDeliveries(JSON.parse(asked) as string[]), [asked])
  const { value, refresh } = usePolled(read, EVERY_MS)
  const known = useRef(new Map<string, SaleDeliveries>())
  for (const deliveries of value ?? []) known.current.set(deliveries.session_id, deliveries)
  return { deliveries: known.current as ReadonlyMap<string, SaleDeliveries>, refresh }
}
