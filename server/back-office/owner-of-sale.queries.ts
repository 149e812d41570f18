import { sql } from 'kysely'

/** The name of the owner of `sale`; null if it has none (docs/product 26.5). */
export const OWNER_OF_SALE = sql<string | null>`(select name from people where people.id = sale.owner_id)`
