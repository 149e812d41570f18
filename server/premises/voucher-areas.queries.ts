import { sql } from 'kysely'
import { AREA_COLUMNS, type AreaEntry } from '#domain/premises/area-entry.ts'
import type { Db } from '../db/schema.ts'

/** Returns the voucher areas by name. */
export const listVoucherAreas = (db: Db): Promise<AreaEntry[]> =>
  db.selectFrom('voucher_areas').select(AREA_COLUMNS).orderBy('name').orderBy('area').execute()

/**
 * Stores new and known areas, all or none, and returns how many of them are new or changed. Areas that are not named
 * stay as they are.
 */
export async function putVoucherAreas(db: Db, areas: readonly AreaEntry[]): Promise<number> {
  if (areas.length === 0) return 0
  const given = (column: (typeof AREA_COLUMNS)[number]) => sql`excluded.${sql.ref(column)}`
  const stored = (column: (typeof AREA_COLUMNS)[number]) => sql.ref(`voucher_areas.${column}`)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('voucher_areas')
    .values(areas.map((area) => ({ ...area })))
    .onConflict((conflict) =>
      conflict
        .column('area')
        .doUpdateSet({
          ...Object.fromEntries(AREA_COLUMNS.map((column) => [column, given(column)])),
          updated_at: sql<string>`now()`,
        })
        .where(
          sql<boolean>`(${sql.join(AREA_COLUMNS.map(stored))}) is distinct from (${sql.join(AREA_COLUMNS.map(given))})`,
        ),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Deletes an area. Returns whether it existed. */
export async function deleteVoucherArea(db: Db, area: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('voucher_areas').where('area', '=', area).executeTakeFirst()
  return numDeletedRows > 0n
}
