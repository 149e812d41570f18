import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** On the embedded database a batch delays an agent's write. */
const BATCH = 500

/**
 * Places the next leads with a UPRN at the points of the active version (docs/product 21.1). Points that a file gave
 * stay. Points of an earlier version are removed if this version does not have them. Returns whether there are more
 * leads.
 */
export function placeNextLeads(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const version = await tx
      .selectFrom('dataset_versions')
      .select(['id', 'placed_up_to'])
      .where('kind', '=', sql.lit<'uprn-points'>('uprn-points'))
      .where('state', '=', sql.lit<'active'>('active'))
      .where('placed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!version) return false
    const leads = await placeAfter(tx, version)
    const isLast = leads.length < BATCH
    await tx
      .updateTable('dataset_versions')
      .set(isLast ? { placed_at: sql<string>`now()` } : { placed_up_to: leads.at(-1) ?? null })
      .where('id', '=', version.id)
      .execute()
    return !isLast
  })
}

type Placing = { id: number; placed_up_to: string | null }

async function placeAfter(tx: Db, { id, placed_up_to }: Placing): Promise<string[]> {
  const after = placed_up_to === null ? sql`true` : sql`lead_id > ${placed_up_to}::uuid`
  const { rows } = await sql<{ lead_id: string }>`
    with batch as materialized (
      select lead_id, uprn from lead_places
      where uprn is not null and point_source is distinct from 'given' and ${after}
      order by lead_id limit ${BATCH}
    ), placed as (
      update lead_places as ours set lat = point.lat, lon = point.lon,
        point_source = case when point.uprn is not null then 'uprn' end
      from batch left join uprn_points as point on point.version = ${id} and point.uprn = batch.uprn
      where ours.lead_id = batch.lead_id and (point.uprn is not null or ours.point_source = 'uprn')
        and (ours.lat, ours.lon, ours.point_source) is distinct from (point.lat, point.lon, 'uprn')
    )
    select lead_id from batch order by lead_id`.execute(tx)
  return rows.map(({ lead_id }) => lead_id)
}

/** Removes from the leads the points of a version that no other version replaces. */
export async function clearPoints(db: Db): Promise<void> {
  await db
    .updateTable('lead_places')
    .set({ lat: null, lon: null, point_source: null })
    .where('point_source', '=', 'uprn')
    .execute()
}
