import { sql } from 'kysely'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import type { Db } from '../db/schema.ts'
import { receiptHash } from '../sales/receipt.ts'

const CUSTOMER = {
  customer_name: 'Ada Ward',
  customer_email: 'ada@example.org',
  customer_phone: '01632 960001',
  customer_location: '1 High Street',
  customer_id_number: null,
  customer_discount: null,
  service_package_id: 'basic',
  service_package_name: 'Basic Broadband',
  service_speed: '50 Mbps',
  service_monthly_price: 299,
  service_installation_price: 995,
  voucher_amount: 1500,
}
export const CONTRACT = {
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}

/** A sale during which tests kill processes. `session` is its session id, `lead` the id of its lead. */
export type Sale = { session: string; lead: string }

const call = (origin: string, method: string, place: string, body: object, key: string) =>
  fetch(origin + place, {
    method,
    headers: { apikey: 'public-anon-key', 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

/** Starts the sale of a lead at the server. */
export async function beginSale(origin: string, lead: string): Promise<Sale> {
  const session = `sale_at_${lead}`
  const begun = { session_id: session, lead_id: lead, ...CUSTOMER }
  const { status } = await call(origin, 'POST', '/rest/v1/opportunities', begun, `${session}:1`)
  if (status !== 201) throw new Error(`The sale was answered ${status}.`)
  return { session, lead }
}

/** Sends or repeats the call that closes a sale. */
export async function closeSale(origin: string, { session }: Sale) {
  const place = `/rest/v1/opportunities?session_id=eq.${session}`
  const closing = { ...CONTRACT, status: 'closed-won' }
  const { status, headers } = await call(origin, 'PATCH', place, closing, `${session}:2`)
  return { status, receipt: headers.get(RECEIPT_HEADER) }
}

/** Returns the answer that accepts the closing call. */
export const acceptanceOf = ({ session }: Sale) => ({
  status: 204,
  receipt: `sha256=${receiptHash({ session_id: session, ...CUSTOMER, ...CONTRACT })}`,
})

/** Returns everything that the database holds about a sale. */
export async function recordsOf(db: Db, { session, lead }: Sale) {
  const sale = await db
    .selectFrom('opportunities')
    .select(['status', 'revision'])
    .where('session_id', '=', session)
    .execute()
  const { rows } = await sql<{ change: string }>`
    select concat_ws(' ', table_name, type, record->>'status') as change from changes
    where record->>'session_id' = ${session} or (record->>'id' = ${lead} and type = 'UPDATE')
    order by change`.execute(db)
  const { status: leadStatus } = await db
    .selectFrom('leads')
    .select('status')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow()
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['target', 'wanted', 'state'])
    .where('session_id', '=', session)
    .execute()
  return { sale, lead: leadStatus, changes: rows.map(({ change }) => change), deliveries }
}
