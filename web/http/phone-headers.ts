import { DEVICE_HEADER, OUTBOX_HEADER, outboxToHeader } from '#protocol/call-headers.ts'

/** Identifies this load of the page, so that the server can distinguish phones behind one address. */
export const pageLoadId = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

let outbox: { sales: number; sinceMs: number } | undefined

/** Reports these unsent sales to the server with every call from now on. */
export function reportUnsentSales(sales: readonly { savedAt: string }[]): void {
  const sinceMs = Math.min(...sales.map(({ savedAt }) => Date.parse(savedAt)))
  outbox = sales.length > 0 ? { sales: sales.length, sinceMs } : undefined
}

/** Returns the headers of every call: the page load and, if any sales are unsent, their number and age. */
export const phoneHeaders = (): Record<string, string> => ({
  [DEVICE_HEADER]: pageLoadId,
  ...(outbox && {
    [OUTBOX_HEADER]: outboxToHeader({
      sales: outbox.sales,
      oldestSeconds: Math.max(0, Math.round((Date.now() - outbox.sinceMs) / 1_000)),
    }),
  }),
})
