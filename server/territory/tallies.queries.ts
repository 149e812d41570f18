import { sql } from 'kysely'
import type { Area, SalesTally } from '#protocol/territory.ts'
import type { Db } from '../db/schema.ts'
import type { Caller } from '../identity/caller.ts'

/** The tallies that a caller may see. A caller limited to one person's sales has few enough to count directly. */
const talliesFor = ({ onlyOf }: Pick<Caller, 'onlyOf'>) =>
  onlyOf === undefined
    ? sql`tallies`
    : sql`(
        select table_name, area, status, count, value from tallies where table_name = 'leads'
        union all
        select 'opportunities', coalesce(area, ''), status, count(*), coalesce(sum(total_value), 0)
        from opportunities where owner_id = ${onlyOf}::uuid group by 2, 3) as seen`

/** Returns every area with leads or sales that the caller may see, by name. The area without a name comes last. */
export async function listAreas(db: Db, caller: Pick<Caller, 'onlyOf'>): Promise<Area[]> {
  const { rows } = await sql<Area>`
    select area,
      coalesce(sum(count) filter (where table_name = 'leads'), 0)::bigint as leads,
      coalesce(sum(count) filter (where table_name = 'opportunities'), 0)::bigint as sales
    from ${talliesFor(caller)} group by area having sum(count) > 0
    order by area = '', area`.execute(db)
  return rows
}

/** Returns the sales of an area, by status, that the caller may see. Without an area, returns those of all areas. */
export async function tallySales(
  db: Db,
  caller: Pick<Caller, 'onlyOf'>,
  area: string | undefined,
): Promise<SalesTally[]> {
  const ofArea = area === undefined ? sql`` : sql`and area = ${area}`
  const { rows } = await sql<SalesTally>`
    select status, sum(count)::bigint as count, sum(value)::float8 as value
    from ${talliesFor(caller)} where table_name = 'opportunities' ${ofArea}
    group by status having sum(count) > 0`.execute(db)
  return rows
}

/** Merges the rows for the same area and status. Concurrent readers see either all of them or their sum. */
export async function foldTallies(db: Db): Promise<void> {
  await sql`
    with many as (
      select table_name, area, status from tallies group by table_name, area, status having count(*) > 1
    ), folded as (
      delete from tallies using many
      where tallies.table_name = many.table_name and tallies.area = many.area and tallies.status = many.status
      returning tallies.*
    )
    insert into tallies (table_name, area, status, count, value)
    select table_name, area, status, sum(count), sum(value) from folded
    group by table_name, area, status
    having sum(count) <> 0 or sum(value) <> 0`.execute(db)
}
