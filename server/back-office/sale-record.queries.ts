import { sql } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import { type NamedPhone, officeNameOf } from '#domain/phone/phone-name.ts'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import type { RecordedSale } from '#protocol/sale-record.ts'
import type { Db } from '../db/schema.ts'
import { PHONE_OF_SALE } from '../phones/phones.queries.ts'
import { HELD_SINCE } from '../sales/holds.queries.ts'
import { OWNER_OF_SALE } from './owner-of-sale.queries.ts'

type RecordedRow = Omit<RecordedSale, 'phone' | 'held'> & {
  phone: (NamedPhone & { id: string }) | null
  hold: Hold | null
  since: string | null
}

/** Returns the sale of a record, or undefined if there is no such sale. */
export async function findRecordedSale(db: Db, sessionId: string): Promise<RecordedSale | undefined> {
  const { rows } = await sql<RecordedRow>`
    select session_id, status, customer_name, customer_email, customer_phone, customer_location,
      service_package_name, service_speed, service_monthly_price::float8 as service_monthly_price,
      total_value::float8 as total_value, contract_timestamp, received_at, created_at,
      ${PHONE_OF_SALE} as phone, ${OWNER_OF_SALE} as owner, hold, case when hold is not null then ${HELD_SINCE} end as since
    from opportunities as sale where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { phone, hold, since, ...sale } = row
  return {
    ...sale,
    phone: phone && { id: phone.id, name: officeNameOf(phone) },
    held: hold === null || since === null ? null : { hold, since },
  }
}

export type AttemptOfSale = {
  at: string
  target: string
  step: string | null
  ok: boolean
  status: number | null
  message: string | null
  request_id: string | null
}

/** Returns the attempts that are kept of a sale's deliveries, oldest first. */
export async function listAttemptsOfSale(db: Db, sessionId: string): Promise<AttemptOfSale[]> {
  const { rows } = await sql<AttemptOfSale>`
    select at, target, step, ok, status, message, attempt.request_id
    from deliveries as delivery join delivery_attempts as attempt on delivery_id = delivery.id
    where target in (${sql.join(DELIVERY_TARGETS)}) and session_id = ${sessionId}
    order by at, attempt.id`.execute(db)
  return rows
}
