import type { DBSchema } from 'idb'
import type { Lead } from '#domain/lead/lead.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

/** A call as it lies on the phone since `at`, until the server has taken it, and for a while after. */
export type StoredCall = SaleCall & { shape: typeof CALL_SHAPE; at: string }
/** The form of a stored call; another number comes with a step in `upgrade-device.ts`. */
export const CALL_SHAPE = 2

/** What these calls of a sale write, all together. */
export function writtenBy(calls: readonly SaleCall[]): Partial<Opportunity> {
  const written: Partial<Opportunity> = {}
  for (const call of calls) if (call.kind !== 'report-progress') Object.assign(written, call.body)
  return written
}

/**
 * A call that the server refused, and why. It rests until it is `attended`: a person has read this reason and sends it
 * again.
 */
export type ParkedCall = Pick<SaleCall, 'sessionId' | 'sequence' | 'kind'> & {
  reason: string
  at: string
  attended?: true
}

/** Whether a refused call still waits for a person. */
export const isResting = ({ attended }: ParkedCall) => !attended

/** Anything but a report of progress, whose failure does not concern the agent (docs/product 9.8). */
export const isWrite = ({ kind }: Pick<SaleCall, 'kind'>) => kind !== 'report-progress'

/**
 * The proof that the server holds a sale as this phone has it. `at` and `checkedAt` are the server's time.
 * `corrected` when the server has changed it since, which is the office's right.
 */
export type SaleReceipt = {
  sessionId: string
  sha256: string
  at: string
  checkedAt: string
  corrected: boolean
}

/** A cached lead with its place in the list's first order, so that the first rows come by index. */
export type CachedLead = Lead & { minus_voucher: number; street_key: string }

type CallKey = [sessionId: string, sequence: number]

export interface DeviceSchema extends DBSchema {
  sales: { key: string; value: Sale }
  outbox: { key: CallKey; value: StoredCall }
  parked: { key: CallKey; value: ParkedCall }
  sent: { key: CallKey; value: StoredCall }
  receipts: { key: string; value: SaleReceipt }
  leads: { key: string; value: CachedLead; indexes: { first_order: [number, string] } }
  opportunities: { key: string; value: OpportunityListed }
  marks: {
    key: 'current-sale' | 'cursor' | 'area' | 'took-only-area' | 'in-step-at' | 'editor'
    value: string
  }
}
