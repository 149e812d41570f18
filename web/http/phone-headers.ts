import { DEVICE_HEADER, OUTBOX_HEADER, outboxToHeader } from '#protocol/call-headers.ts'

/** This opening of the app, by which the server tells it from others of the same address. It means nothing else. */
export const opening = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

let waiting: { sales: number; sinceMs: number } | undefined

/** From now on the server hears with every call that these sales wait on the phone. */
export function tellOfWaiting(sales: readonly { savedAt: string }[]): void {
  const sinceMs = Math.min(...sales.map(({ savedAt }) => Date.parse(savedAt)))
  waiting = sales.length > 0 ? { sales: sales.length, sinceMs } : undefined
}

/** What every call says of the phone. */
export const phoneHeaders = (): Record<string, string> => ({
  [DEVICE_HEADER]: opening,
  ...(waiting && {
    [OUTBOX_HEADER]: outboxToHeader({
      sales: waiting.sales,
      oldestSeconds: Math.max(0, Math.round((Date.now() - waiting.sinceMs) / 1_000)),
    }),
  }),
})
