import { isSold, type Lead, voucherOf } from '#domain/lead/lead.ts'
import { streetKey } from '#domain/lead/lead-order.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { callsOf, type Device } from './database.ts'
import { type CachedLead, writtenBy } from './stored.ts'

const CHUNK = 1000

const leadToCached = (lead: Lead): CachedLead => ({
  ...lead,
  minus_voucher: -voucherOf(lead),
  street_key: streetKey(lead.street_address),
})

/**
 * The lead of a sale that the server has closed is won: a phone that is opened again shows this list before it has read
 * its sales. Where the list has that end of the sale it was told of the lead as well, and perhaps of what came after.
 */
export const winCachedLead = (device: Device, sessionId: string): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['sent', 'leads', 'opportunities'], 'readwrite')
    const leads = transaction.objectStore('leads')
    const { lead_id } = writtenBy(await transaction.objectStore('sent').getAll(callsOf(sessionId)))
    const lead = lead_id ? await leads.get(lead_id) : undefined
    if (!lead || isSold(lead)) return
    const sales = await transaction.objectStore('opportunities').getAll()
    const isTold = sales.some((sale) => sale.session_id === sessionId && sale.received_at !== null)
    await Promise.all([!isTold && leads.put({ ...lead, status: 'closed-won' }), transaction.done])
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

/**
 * From now on the lists are of this area, chosen or the only one, and read whole before they are followed. What is
 * cached of any other area goes.
 */
export const noteArea = (device: Device, area: string | undefined, tookOnlyArea: boolean): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    const marks = transaction.objectStore('marks')
    const isOther = (await marks.get('area')) !== area
    await Promise.all([
      area === undefined ? marks.delete('area') : marks.put(area, 'area'),
      tookOnlyArea ? marks.put('yes', 'took-only-area') : marks.delete('took-only-area'),
      marks.delete('cursor'),
      isOther && marks.delete('in-step-at'),
      isOther && transaction.objectStore('leads').clear(),
      isOther && transaction.objectStore('opportunities').clear(),
      transaction.done,
    ])
  })

/** The lists of the area were what the server had at that moment, by the phone's clock. */
export const noteInStepAt = (device: Device, area: string | undefined, at: string): Promise<void> =>
  device.use(async (database) => {
    const { store: marks, done } = database.transaction('marks', 'readwrite')
    const isOurs = (await marks.get('area')) === area
    await Promise.all([isOurs && marks.put(at, 'in-step-at'), done])
  })

type ListsRead = {
  area: string | undefined
  leads: readonly Lead[]
  opportunities: readonly OpportunityListed[]
  cursor: string
  inStepAt: string
}

/** What both lists were at a cursor, in place of everything cached before; nothing once the phone takes another area. */
export const cacheLists = (device: Device, lists: ListsRead): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    const marks = transaction.objectStore('marks')
    if ((await marks.get('area')) !== lists.area) return
    const leads = transaction.objectStore('leads')
    const opportunities = transaction.objectStore('opportunities')
    await Promise.all([
      leads.clear(),
      opportunities.clear(),
      ...lists.leads.map((lead) => leads.put(leadToCached(lead))),
      ...lists.opportunities.map((opportunity) => opportunities.put(opportunity)),
      marks.put(lists.cursor, 'cursor'),
      marks.put(lists.inStepAt, 'in-step-at'),
      transaction.done,
    ])
  })

type ChangesTold = { area: string | undefined; changes: readonly Change[]; cursor: string }

/** Some changes, and the cursor behind them: both or neither, as once the phone takes another area. */
export const cacheChanges = (device: Device, { area, changes, cursor }: ChangesTold): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    const marks = transaction.objectStore('marks')
    if ((await marks.get('area')) !== area) return
    const writes = changes.map(({ table, type, record }) => {
      if (type === 'DELETE') return transaction.objectStore(table).delete(record.id)
      if (table === 'leads') return transaction.objectStore('leads').put(leadToCached(record))
      return transaction.objectStore('opportunities').put(record)
    })
    await Promise.all([...writes, marks.put(cursor, 'cursor'), transaction.done])
  })
