import { type Lead, voucherOf } from '#domain/lead/lead.ts'
import { naturalKey } from '#domain/lead/lead-order.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { Device } from './device.ts'
import type { CachedLead } from './stored.ts'

const CHUNK = 1000

const leadToCached = (lead: Lead): CachedLead => ({
  ...lead,
  minus_voucher: -voucherOf(lead),
  street_key: naturalKey(lead.street_address),
})

/** All cached leads in chunks, so that a slow phone stays responsive. */
export async function* cachedLeads(device: Device): AsyncGenerator<Lead[]> {
  let after: string | undefined
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
    const chunk = await device.use((database) => database.getAll('leads', range, CHUNK))
    if (chunk.length > 0) yield chunk
    if (chunk.length < CHUNK) return
    after = chunk.at(-1)?.id
  }
}

export const cachedOpportunities = (device: Device): Promise<OpportunityListed[]> =>
  device.use((database) => database.getAll('opportunities'))

/** From now on the lists are read whole before they are followed again. */
export const forgetCursor = (device: Device) => device.use((database) => database.delete('marks', 'cursor'))

/** From now on the lists are of another area, chosen or the only one, and read whole before they are followed. */
export const noteArea = (device: Device, area: string | undefined, tookOnlyArea: boolean): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    await Promise.all([
      area === undefined ? transaction.store.delete('area') : transaction.store.put(area, 'area'),
      tookOnlyArea
        ? transaction.store.put('yes', 'took-only-area')
        : transaction.store.delete('took-only-area'),
      transaction.store.delete('cursor'),
      transaction.done,
    ])
  })

/** The lists were what the server had at that moment, by the phone's clock. */
export const noteInStepAt = (device: Device, at: string) =>
  device.use((database) => database.put('marks', at, 'in-step-at'))

type ListsRead = {
  leads: readonly Lead[]
  opportunities: readonly OpportunityListed[]
  cursor: string
  inStepAt: string
}

/** What both lists were at a cursor, in place of everything cached before. */
export const cacheLists = (device: Device, lists: ListsRead): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    const leads = transaction.objectStore('leads')
    const opportunities = transaction.objectStore('opportunities')
    await Promise.all([
      leads.clear(),
      opportunities.clear(),
      ...lists.leads.map((lead) => leads.put(leadToCached(lead))),
      ...lists.opportunities.map((opportunity) => opportunities.put(opportunity)),
      transaction.objectStore('marks').put(lists.cursor, 'cursor'),
      transaction.objectStore('marks').put(lists.inStepAt, 'in-step-at'),
      transaction.done,
    ])
  })

/** Some changes, and the cursor behind them: both or neither. */
export const cacheChanges = (device: Device, changes: readonly Change[], cursor: string): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    const writes = changes.map(({ table, type, record }) => {
      if (type === 'DELETE') return transaction.objectStore(table).delete(record.id)
      if (table === 'leads') return transaction.objectStore('leads').put(leadToCached(record))
      return transaction.objectStore('opportunities').put(record)
    })
    await Promise.all([...writes, transaction.objectStore('marks').put(cursor, 'cursor'), transaction.done])
  })
