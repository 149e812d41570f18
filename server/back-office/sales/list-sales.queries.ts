import { type RawBuilder, sql } from 'kysely'
import type { Standing } from '#domain/after-signature/standing-of-sale.ts'
import { addDays } from '#domain/cooling-off/calendar-date.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { type NamedPhone, officeNameOf } from '#domain/phone/phone-name.ts'
import { momentInLondon } from '#domain/street/london-time.ts'
import type { SalesSearch } from '#protocol/office-sales.ts'
import type { Db } from '../../db/schema.ts'
import { PHONE_OF_SALE } from '../../phones/phones.queries.ts'
import { COMPLAINT_IS_OPEN, hasOutcome, STANDING } from '../outcomes/standings.queries.ts'
import { OWNER_OF_SALE } from '../owner-of-sale.queries.ts'

/** Never includes the signature or the personal number. */
const TEXTS = [
  'session_id',
  'status',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_location',
  'area',
  'service_package_name',
  'service_speed',
  'contract_timestamp',
  'created_at',
  'ghl_opportunity_id',
  'hold',
] as const
const AMOUNTS = [
  'service_monthly_price',
  'service_installation_price',
  'customer_discount',
  'total_value',
  'voucher_amount',
] as const

/** A sale that a search found, with the customer's cancellation if there is one. */
export type SaleFound = Pick<Opportunity, (typeof TEXTS | typeof AMOUNTS)[number]> & {
  id: string
  cancelled_at: string | null
  cancelled_in_time: boolean | null
  standing: { kind: Standing; happened_on: string } | null
  complaint_open: boolean
  owner_name: string | null
  phone_name: string | null
}

/** Makes the same reference as `orderReference`. */
const REFERENCE = sql`'TEL-' || right((extract(epoch from contract_timestamp) * 1000)::bigint::text, 6)`

/**
 * The texts of a sale in which every word of a search must occur. A phone number is there with and without its blanks.
 */
const SEARCHED = sql`concat_ws(' ', customer_name, customer_location, customer_email, customer_phone,
  replace(customer_phone, ' ', ''), sale.session_id, ${REFERENCE})`

/**
 * The moment of the signature, which may have been offline. Without one, the moment when the sale reached the server.
 */
export const SALE_MOMENT = sql`coalesce(contract_timestamp, created_at)`

/** The conditions of the filters that are not a status. */
const HAS: Partial<Record<SalesSearch['status'], RawBuilder<unknown>>> = {
  all: sql`true`,
  cancelled: sql`cancellation.session_id is not null`,
  held: sql`sale.hold is not null`,
}

/** Forwards or backwards along the index. */
const ORDERS: Record<SalesSearch['sort'], RawBuilder<unknown>> = {
  newest: sql`created_at desc, sale.id`,
  oldest: sql`created_at, sale.id desc`,
}

type FoundRow = Omit<SaleFound, 'phone_name'> & { phone: NamedPhone | null }

export type SalesAsked = SalesSearch & { limit: number; after?: string | undefined }

/** Returns a page of the sales found, and where the next page begins; null at the end. */
export async function listSales(
  db: Db,
  { limit, after, ...search }: SalesAsked,
): Promise<{ sales: SaleFound[]; next: string | null }> {
  const { rows } = await sql<FoundRow>`
    select sale.id, ${sql.join([...TEXTS.map(columnOf), ...AMOUNTS.map(amountOf)])},
      cancellation.received_at as cancelled_at, cancellation.in_time as cancelled_in_time,
      ${STANDING} as standing, ${COMPLAINT_IS_OPEN} as complaint_open, ${OWNER_OF_SALE} as owner_name, ${PHONE_OF_SALE} as phone
    from opportunities as sale left join cancellations as cancellation using (session_id)
    where ${sql.join([...conditionsOf(search), ...beyond(after, search.sort)], sql` and `)}
    order by ${ORDERS[search.sort]} limit ${limit + 1}`.execute(db)
  const sales = rows
    .slice(0, limit)
    .map(({ phone, ...sale }) => ({ ...sale, phone_name: phone && officeNameOf(phone) }))
  const last = sales.at(-1)
  return { sales, next: rows.length > limit && last ? `${last.created_at}_${last.id}` : null }
}

const columnOf = (name: string) => sql.ref(`sale.${name}`)
/** Casts to a float, because the driver returns a numeric as text. */
const amountOf = (name: string) => sql`${columnOf(name)}::float8 as ${sql.ref(name)}`

function conditionsOf({
  search,
  status,
  outcome,
  owner,
  phone,
  from,
  to,
}: Omit<SalesSearch, 'sort'>): RawBuilder<unknown>[] {
  const words = search.split(/\s+/).filter(Boolean)
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return [
    HAS[status] ?? sql`status = ${status}`,
    ...(outcome === 'all' ? [] : [hasOutcome(outcome)]),
    ...(owner === '' ? [] : [sql`owner_id = ${owner}::uuid`]),
    ...(phone === '' ? [] : [sql`phone_id = ${phone}::uuid`]),
    ...(from === '' ? [] : [sql`${SALE_MOMENT} >= ${midnight(from)}`]),
    ...(to === '' ? [] : [sql`${SALE_MOMENT} < ${midnight(addDays(to, 1))}`]),
    ...(patterns.length === 0 ? [] : [sql`${SEARCHED} ilike all (${patterns}::text[])`]),
  ]
}

/** Returns when a day begins in London. */
export const midnight = (day: string) => momentInLondon(day, '00:00')

function beyond(after: string | undefined, sort: SalesSearch['sort']): RawBuilder<unknown>[] {
  const [at, id] = after?.split('_') ?? []
  if (at === undefined) return []
  return sort === 'newest'
    ? [sql`created_at <= ${at} and (created_at < ${at} or sale.id > ${id}::uuid)`]
    : [sql`created_at >= ${at} and (created_at > ${at} or sale.id < ${id}::uuid)`]
}
