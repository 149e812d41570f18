import { useCallback, useRef } from 'react'
import type { SaleDeliveries } from '#protocol/back-office.ts'
import { readSaleDeliveries } from '../../http/sale-deliveries.ts'
import { usePolled } from '../../http/use-polled.ts'

const EVERY_MS = 5_000

/** How far these sales have come outside, asked again and again; what was told once stays while nothing comes. */
export function useDeliveries(sessionIds: readonly string[]) {
  const asked = JSON.stringify(sessionIds)
  const read = useCallback(() => readSaleDeliveries(JSON.parse(asked) as string[]), [asked])
  const { value, refresh } = usePolled(read, EVERY_MS)
  const known = useRef(new Map<string, SaleDeliveries>())
  for (const told of value ?? []) known.current.set(told.session_id, told)
  return { deliveries: known.current as ReadonlyMap<string, SaleDeliveries>, refresh }
}
