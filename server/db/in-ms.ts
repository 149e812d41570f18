import { sql } from 'kysely'

/** The moment so many milliseconds from now, by the database's clock. */
export const inMs = (ms: number) => sql<string>`now() + ${ms}::integer * interval '1 millisecond'`
