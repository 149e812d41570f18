import { sql } from 'kysely'

/** Returns the SQL for the moment that is `ms` from now by the database's clock. */
export const inMs = (ms: number) => sql<string>`now() + ${ms}::integer * interval '1 millisecond'`
