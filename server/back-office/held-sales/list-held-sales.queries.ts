import { sql } from 'kysely'
import { type NamedPhone, officeNameOf } from '#domain/phone/phone-name.ts'
import type { HeldSale } from '#protocol/held-sales.ts'
import type { Db } from '../../db/schema.ts'
import { PHONE_OF_SALE } from '../../phones/phones.queries.ts'
import { HELD_SINCE } from '../../sales/holds.queries.ts'
import { OWNER_OF_SALE } from '../owner-of-sale.queries.ts'

const LISTED = 50

/** Returns the held sales that have waited longest. */
export async function listHeldSales(db: Db): Promise<HeldSale[]> {
  const { rows } = await sql<Omit<HeldSale, 'phone_name'> & { phone: NamedPhone | null }>`
    select session_id, hold, ${HELD_SINCE} as since, customer_name, customer_location, contract_timestamp,
      ${OWNER_OF_SALE} as owner_name, ${PHONE_OF_SALE} as phone
    from opportunities as sale where hold is not null order by since, session_id limit ${LISTED}`.execute(db)
  return rows.map(({ phone, ...sale }) => ({ ...sale, phone_name: phone && officeNameOf(phone) }))
}
