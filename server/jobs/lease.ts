import { type RawBuilder, sql } from 'kysely'
import { inMs } from '../db/in-ms.ts'
import type { Db } from '../db/schema.ts'

/**
 * Returns the columns of a new lease, which says which worker holds a row: `lease` (a random id) and `leased_until` (by
 * the database's clock). No lock is held during the work. If a worker dies, its lease expires and another worker takes
 * the row. The statement that ends the work must match the lease, so a worker that lost its lease changes nothing.
 */
export const newLease = (leaseMs: number) => ({
  lease: sql<string>`gen_random_uuid()`,
  leased_until: inMs(leaseMs),
})

export const RELEASED = { lease: null, leased_until: null }

/** The condition that `row`, a table or its alias, has no lease or an expired one. */
export const isUnleased = (row: string) =>
  sql<boolean>`coalesce(${sql.ref(`${row}.leased_until`)} <= now(), true)`

/** The condition that `mine` is waiting, due and unleased. It allows 1 ms, because due times are rounded to one. */
export const isClaimable = sql<boolean>`state = 'waiting' and due_at <= ${inMs(1)} and ${isUnleased('mine')}`

/**
 * Claims up to `limit` rows of a table of jobs, earliest due first, and returns their columns `returning`. The
 * condition `where` must call the row `mine`.
 */
export async function claimDue<Row>(
  db: Db,
  claim: {
    table: 'deliveries' | 'crm_events'
    where: RawBuilder<boolean>
    returning: readonly (keyof Row & string)[]
    limit: number
    leaseMs: number
  },
): Promise<Row[]> {
  const { table, where, returning, limit, leaseMs } = claim
  const { lease, leased_until } = newLease(leaseMs)
  const { rows } = await sql<Row>`
    with due as materialized (
      select id from ${sql.table(table)} as mine
      where ${isClaimable} and ${where}
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update ${sql.table(table)} as claimed set lease = ${lease}, leased_until = ${leased_until}
    from due where claimed.id = due.id
    returning ${sql.join(returning.map((column) => sql.ref(`claimed.${column}`)))}`.execute(db)
  return rows
}
