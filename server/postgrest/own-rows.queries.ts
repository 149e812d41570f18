import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../identity/caller.ts'
import type { Table } from './catalogue.ts'

/** Returns the condition that leaves a caller the sales they may see; undefined if these are all rows of the table. */
export const ownRows = (table: Table, { onlyOf }: Pick<Caller, 'onlyOf'>): RawBuilder<SqlBool> | undefined =>
  onlyOf === undefined || table.name !== 'opportunities'
    ? undefined
    : sql<SqlBool>`opportunities.owner_id = ${onlyOf}::uuid`
