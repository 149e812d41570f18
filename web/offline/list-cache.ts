import type { Lead } from '#domain/lead/lead.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { type DeviceDatabase, leadToCached } from './device.ts'

const CHUNK = 1000

/** The first rows of the list in its first order, by index, long before all of them. */
export const firstCachedLeads = (device: DeviceDatabase, count: number): Promise<Lead[]> =>
  device.getAllFromIndex('leads', 'first_order', null, count)

/** All cached leads in chunks, so that a slow phone stays responsive. */
export async function* cachedLeads(device: DeviceDatabase): AsyncGenerator<Lead[]> {
  let after: string | undefined
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
    const chunk = await device.getAll('leads', range, CHUNK)
    if (chunk.length > 0) yield chunk
    if (chunk.length < CHUNK) return
    after = chunk.at(-1)?.id
  }
}

export const cachedOpportunities = (device: DeviceDatabase): Promise<OpportunityListed[]> =>
  device.getAll('opportunities')

/** How far this phone has followed the changes. */
export const findCursor = (device: DeviceDatabase) => device.get('marks', 'cursor')

/** What both lists were at a cursor, in place of everything cached before. */
export async function cacheLists(
  device: DeviceDatabase,
  lists: { leads: readonly Lead[]; opportunities: readonly OpportunityListed[]; cursor: string },
): Promise<void> {
  const transaction = device.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
  const leads = transaction.objectStore('leads')
  const opportunities = transaction.objectStore('opportunities')
  leads.clear()
  opportunities.clear()
  for (const lead of lists.leads) leads.put(leadToCached(lead))
  for (const opportunity of lists.opportunities) opportunities.put(opportunity)
  transaction.objectStore('marks').put(lists.cursor, 'cursor')
  await transaction.done
}

/** Some changes, and the cursor behind them: both or neither. */
export async function cacheChanges(
  device: DeviceDatabase,
  changes: readonly Change[],
  cursor: string,
): Promise<void> {
  const transaction = device.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
  for (const { table, type, record } of changes) {
    if (type === 'DELETE') transaction.objectStore(table).delete(record.id)
    else if (table === 'leads') transaction.objectStore('leads').put(leadToCached(record))
    else transaction.objectStore('opportunities').put(record)
  }
  transaction.objectStore('marks').put(cursor, 'cursor')
  await transaction.done
}
