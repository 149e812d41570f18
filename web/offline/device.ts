import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Lead, voucherOf } from '#domain/lead/lead.ts'
import { naturalKey } from '#domain/lead/lead-order.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

/** A call that waits on this phone until the server has taken it, or has said why it will not. */
export type WaitingCall = SaleCall & { parkedBecause?: string }

/** A cached lead with its place in the list's first order, so that the first rows come by index. */
type CachedLead = Lead & { minus_voucher: number; street_key: string }

interface Device extends DBSchema {
  sales: { key: string; value: Sale }
  outbox: { key: [sessionId: string, sequence: number]; value: WaitingCall }
  leads: { key: string; value: CachedLead; indexes: { first_order: [number, string] } }
  opportunities: { key: string; value: OpportunityListed }
  marks: { key: 'current-sale' | 'cursor'; value: string }
}

/** Everything that Doorstep keeps on the phone. Only `web/offline` knows how. */
export type DeviceDatabase = IDBPDatabase<Device>

export function openDevice(): Promise<DeviceDatabase> {
  return openDB<Device>('doorstep', 1, {
    upgrade(database) {
      database.createObjectStore('sales', { keyPath: 'sessionId' })
      database.createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] })
      const leads = database.createObjectStore('leads', { keyPath: 'id' })
      leads.createIndex('first_order', ['minus_voucher', 'street_key'])
      database.createObjectStore('opportunities', { keyPath: 'id' })
      database.createObjectStore('marks')
    },
  })
}

export const leadToCached = (lead: Lead): CachedLead => ({
  ...lead,
  minus_voucher: -voucherOf(lead),
  street_key: naturalKey(lead.street_address),
})

/** Not before the disk has it: what the screen calls saved survives a dead battery. */
export const STRICT = { durability: 'strict' } as const
