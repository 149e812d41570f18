import { sql } from 'kysely'
import { DELIVERY_TARGETS, type DeliveryTarget } from '#protocol/back-office.ts'

/**
 * Whether a target waits until the office releases a held sale (docs/product 26.6). Seals stay with us, and visits are
 * not part of a sale.
 */
const WAITS_FOR_RELEASE: Record<DeliveryTarget, boolean> = {
  crm: true,
  automation: true,
  seal: false,
  copy: true,
  acknowledgement: true,
  visits: false,
}

/** The targets that a held sale does not reach, as an SQL list. */
export const HELD_TARGETS = sql.join(
  DELIVERY_TARGETS.filter((target) => WAITS_FOR_RELEASE[target]).map((target) => sql.lit(target)),
)

/**
 * Returns the condition that `delivery`, a row of the table, waits until the office releases its sale (decision 57). It
 * is a value rather than `exists`, so that PostgreSQL checks only the rows that it meets, each in the small index of
 * held sales, and never joins.
 */
export const isHeld = (
  delivery: string,
) => sql<boolean>`(${sql.ref(`${delivery}.target`)} in (${HELD_TARGETS}) and (
    select true from opportunities as held
    where held.session_id = ${sql.ref(`${delivery}.session_id`)} and held.hold is not null) is true)`

/** The reason why a held sale is not delivered, for the office and the agent. */
export const HELD_REASON = 'The sale waits until the office releases it.'
