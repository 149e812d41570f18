import { isSold, type Lead, voucherOf } from '#domain/lead/lead.ts'
import { addressOrder } from '#domain/lead/lead-order.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { callsOf, type PhoneDatabase } from './database.ts'
import { type CachedLead, writtenBy } from './stored.ts'

const CHUNK = 1000

const leadToCached = (lead: Lead): CachedLead => ({
  ...lead,
  minus_voucher: -voucherOf(lead),
  street_key: addressOrder(lead.street_address),
})

/**
 * Marks the cached lead of a delivered sale as won, so that the next start shows it as won before it has read the
 * sales. Does nothing if the cached list already has the signed sale, because it then has the lead's later changes too.
 */
export const markCachedLeadWon = (phone: PhoneDatabase, sessionId: string): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sent', 'leads', 'opportunities'], 'readwrite')
    const leads = transaction.objectStore('leads')
    const { lead_id } = writtenBy(await transaction.objectStore('sent').getAll(callsOf(sessionId)))
    const lead = lead_id ? await leads.get(lead_id) : undefined
    if (!lead || isSold(lead)) return
    const sales = await transaction.objectStore('opportunities').getAll()
    const isListed = sales.some((sale) => sale.session_id === sessionId && sale.received_at !== null)
    await Promise.all([!isListed && leads.put({ ...lead, status: 'closed-won' }), transaction.done])
  })

/** Yields all cached leads in chunks, so that a slow phone stays responsive. */
export async function* cachedLeads(phone: PhoneDatabase): AsyncGenerator<Lead[]> {
  let after: string | undefined
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
    const chunk = await phone.use((database) => database.getAll('leads', range, CHUNK))
    if (chunk.length > 0) yield chunk
    if (chunk.length < CHUNK) return
    after = chunk.at(-1)?.id
  }
}

export const cachedOpportunities = (phone: PhoneDatabase): Promise<OpportunityListed[]> =>
  phone.use((database) => database.getAll('opportunities'))

/** Makes the next start read both lists from the server before it follows changes. */
export const deleteCursor = (phone: PhoneDatabase) =>
  phone.use((database) => database.delete('marks', 'cursor'))

/**
 * Limits the cached lists to an area, or lifts the limit if `area` is undefined, and makes the next start read them
 * from the server. If the area has changed, deletes the cached lists.
 */
export const saveArea = (
  phone: PhoneDatabase,
  area: string | undefined,
  tookOnlyArea: boolean,
): Promise<void> =>
  phone.use(async (database) => {
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

/** Saves when the lists of `area` last matched the server, by the phone's clock. */
export const saveInStepAt = (phone: PhoneDatabase, area: string | undefined, at: string): Promise<void> =>
  phone.use(async (database) => {
    const { store: marks, done } = database.transaction('marks', 'readwrite')
    const isCached = (await marks.get('area')) === area
    await Promise.all([isCached && marks.put(at, 'in-step-at'), done])
  })

type WholeLists = {
  area: string | undefined
  leads: readonly Lead[]
  opportunities: readonly OpportunityListed[]
  cursor: string
  inStepAt: string
}

/** Replaces both cached lists. Does nothing if the phone has changed to another area meanwhile. */
export const cacheLists = (phone: PhoneDatabase, lists: WholeLists): Promise<void> =>
  phone.use(async (database) => {
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

type ChangeBatch = { area: string | undefined; changes: readonly Change[]; cursor: string }

/**
 * Applies changes to the cached lists and saves the cursor after them, in one transaction. Does nothing if the phone
 * has changed to another area meanwhile.
 */
export const cacheChanges = (phone: PhoneDatabase, { area, changes, cursor }: ChangeBatch): Promise<void> =>
  phone.use(async (database) => {
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
