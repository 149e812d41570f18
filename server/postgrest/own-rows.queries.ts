import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../identity/caller.ts'
import type { Table } from './catalogue.ts'

/** Returns the condition for the rows that a caller may see, or undefined if that is every row of the table. */
export const ownRows = (table: Table, { onlyOf }: Pick<Caller, 'onlyOf'>): RawBuilder<SqlBool> | undefined =>
  onlyOf === undefined || table.name !== 'opportunities'
    ? undefined
    : sql<SqlBool>`opportunities.owner_id = ${onlyOf}::uuid`
