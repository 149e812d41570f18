import type { DBSchema } from 'idb'
import type { Lead } from '#domain/lead/lead.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

/** A call in the phone's database, saved at `at`. It stays there for a while after the server has accepted it. */
export type StoredCall = SaleCall & { shape: typeof CALL_SHAPE; at: string }
/** A call that the server has accepted, at `acceptedAt` by the phone's clock; older phones did not keep that time. */
export type SentCall = StoredCall & { acceptedAt?: string }
/** The version of a stored call's shape. A new number needs a step in `upgrade-database.ts`. */
export const CALL_SHAPE = 2

/** Returns the opportunity that these calls of one sale add up to. */
export function writtenBy(calls: readonly SaleCall[]): Partial<Opportunity> {
  const written: Partial<Opportunity> = {}
  for (const call of calls) if (isWrite(call)) Object.assign(written, call.body)
  return written
}

/**
 * A refused call with the server's reason. It is not sent again until it is `attended`, which means that a person has
 * read this reason and pressed Retry.
 */
export type ParkedCall = Pick<SaleCall, 'sessionId' | 'sequence' | 'kind'> & {
  reason: string
  at: string
  attended?: true
  /** The server refuses this only for an unsigned sale, so the call is sent again once the sale is signed. */
  untilSigned?: true
}

/** Returns whether a refused call still waits for a person. */
export const needsAttention = ({ attended }: ParkedCall) => !attended

/**
 * Returns whether a call writes the order itself. If any other call fails, that must not concern the agent
 * (docs/product 9.8, 10.3).
 */
export const isWrite = ({ kind }: Pick<SaleCall, 'kind'>) => kind.endsWith('-opportunity')

/** Returns whether a call sends the records of the signing or of copies given. */
export const isRecord = ({ kind }: Pick<SaleCall, 'kind'>) => kind.startsWith('record-')

/**
 * Proof that the server holds a sale exactly as this phone does. `at` and `checkedAt` are the server's time.
 * `corrected`: the office has since changed the sale on the server, as it may.
 */
export type SaleReceipt = {
  sessionId: string
  sha256: string
  at: string
  checkedAt: string
  corrected: boolean
}

/** A cached lead with its place in the list's default order, so that an index returns the first rows. */
export type CachedLead = Lead & { minus_voucher: number; street_key: string }

type CallKey = [sessionId: string, sequence: number]

/**
 * The names of stores and marks are already on agents' phones, so changing one needs a step in `upgrade-database.ts`.
 */
export interface PhoneSchema extends DBSchema {
  sales: { key: string; value: Sale }
  outbox: { key: CallKey; value: StoredCall }
  parked: { key: CallKey; value: ParkedCall }
  sent: { key: CallKey; value: SentCall }
  receipts: { key: string; value: SaleReceipt }
  leads: { key: string; value: CachedLead; indexes: { first_order: [number, string] } }
  opportunities: { key: string; value: OpportunityListed }
  marks: {
    key:
      | 'current-sale'
      | 'cursor'
      | 'area'
      | 'took-only-area'
      | 'in-step-at'
      | 'editor'
      | 'phone-id'
      | 'phone-proof'
      | 'own-entries'
      | 'own-visits'
      | 'own-claims'
      | 'street'
    value: string
  }
}
