import { sql } from 'kysely'

/** The name of the person whose `sale` it is; null without one (docs/product 26.5). */
export const OWNER_OF_SALE = sql<string | null>`(select name from people where people.id = sale.owner_id)`
