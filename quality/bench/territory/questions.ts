import { randomUUID } from 'node:crypto'
import type { CrmLead } from '#crm/port.ts'
import { TERRITORY_PATH } from '#protocol/territory.ts'
import { findLinkedSales } from '#server/crm-sync/events/apply-crm-status.queries.ts'
import { upsertLeads } from '#server/crm-sync/pull/pull-leads.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { openStream } from '#server/testing/sse-client.ts'
import { leadId } from '../harness/databases.ts'
import { type Call, toRequest } from '../harness/load.ts'
import { sell } from '../harness/sale.ts'
import { areaOf, opportunityOf, postcodeOf, sessionOf, streetOf, type Territory } from './fill.ts'

/** A server on a territory, with what a question needs to ask it. */
export type Asked = {
  url: string
  call: Call
  db: Db
  territory: Territory
}

/** Asks once, about another row each turn; answers how long it took, in ms, where that is not the whole of it. */
export type Question = (asked: Asked, turn: number) => Promise<number | undefined>

const KEY = { apikey: 'public-anon-key' }
const NEWEST = 'order=created_at.desc'
/** Far enough into the list, and there in every territory. */
const DEEP = 9_000
const PULLED = 20

const get =
  (pathOf: (territory: Territory, turn: number) => string, least = 1): Question =>
  async ({ call, territory }, turn) => {
    const path = pathOf(territory, turn)
    const { status, bodyBytes } = await call(toRequest('GET', path, KEY))
    if (status !== 200 || bodyBytes < least)
      throw new Error(`${path} was answered ${status} with ${bodyBytes} bytes.`)
    return undefined
  }

const leads = (query: string) => `/rest/v1/leads?select=*&${query}`
const SALE_LISTED =
  'select=id,session_id,status,customer_name,customer_location,lead_id,total_value,created_at,updated_at'
const sales = (query: string) => `/rest/v1/opportunities?${SALE_LISTED}&${query}`

/** Anywhere among so many, the same for every territory in the share of them that lies before it. */
const pick = (count: number, turn: number) => Math.floor(((turn * 0.618) % 1) * count) + 1
const anyArea = (territory: Territory, turn: number) =>
  encodeURIComponent(areaOf(pick(territory.leads, turn)))
const anySales = ({ sales: count }: Territory, turn: number, many: number) =>
  Array.from({ length: many }, (_, index) => pick(count, turn * many + index))
const anySessions = (territory: Territory, turn: number, many: number) =>
  anySales(territory, turn, many).map(sessionOf)
const before = (minutes: number) => encodeURIComponent(new Date(Date.now() - minutes * 60_000).toISOString())
const contains = (text: string) =>
  `or=(${['street_address', 'postcode'].map((column) => `${column}.ilike."*${text}*"`).join()})`.replaceAll(
    ' ',
    '%20',
  )

/** What phones, the back office, the CRM's worker and other clients ask, by the words of the report. */
export const QUESTIONS: Record<string, Question> = {
  'newest 50 leads': get(() => leads(`${NEWEST}&limit=50`), 10_000),
  'leads of an area': get(
    (territory, turn) => leads(`area=eq.${anyArea(territory, turn)}&${NEWEST}`),
    10_000,
  ),
  'newest 50 new leads of an area': get((territory, turn) =>
    leads(`area=eq.${anyArea(territory, turn)}&status=eq.new&${NEWEST}&limit=50`),
  ),
  'newest 50 lost leads': get(() => leads(`status=eq.closed-lost&${NEWEST}&limit=50`), 10_000),
  'leads of a postcode': get(
    ({ leads: count }, turn) => leads(`postcode=eq.${encodeURIComponent(postcodeOf(pick(count, turn)))}`),
    100,
  ),
  'leads page at 9,000 by offset': get(() => leads(`${NEWEST}&limit=50&offset=${DEEP}`), 10_000),
  'leads page at 9,000 by key': get(
    () => leads(`created_at=lt.${before(DEEP / 2)}&${NEWEST}&limit=50`),
    10_000,
  ),
  'leads page by id': get((_territory, turn) => leads(`id=gt.${leadId(turn)}&order=id&limit=50`)),
  '50 leads of highest voucher': get(() => leads('order=voucher_value.desc&limit=50'), 10_000),
  '50 leads by street': get(() => leads('order=street_address&limit=50'), 10_000),
  '50 leads of most people': get(() => leads('order=household_size.desc&limit=50'), 10_000),
  'search, thousands match': get(() => leads(`${contains('castle')}&${NEWEST}&limit=50`), 10_000),
  'search, one matches': get(
    ({ leads: count }, turn) => leads(`${contains(streetOf(pick(count, turn)))}&${NEWEST}&limit=50`),
    100,
  ),
  'search in an area': get(
    (territory, turn) =>
      leads(`area=eq.${anyArea(territory, turn)}&${contains('castle')}&${NEWEST}&limit=50`),
    1_000,
  ),
  'search, none matches': get(() => leads(`${contains('nowhere')}&${NEWEST}&limit=50`)),
  'newest 50 sales': get(() => sales(`${NEWEST}&limit=50`), 5_000),
  'newest 50 won sales': get(() => sales(`status=eq.closed-won&${NEWEST}&limit=50`), 5_000),
  'sales of an area': get((territory, turn) => sales(`area=eq.${anyArea(territory, turn)}&${NEWEST}`), 5_000),
  "the tracker's counts": get(
    (territory, turn) => `${TERRITORY_PATH}/sales?area=${anyArea(territory, turn)}`,
    100,
  ),
  'one sale': get((territory, turn) => sales(`session_id=eq.${anySessions(territory, turn, 1)}`), 100),
  'sales of a lead': get(
    ({ leads: count }, turn) => sales(`lead_id=eq.${leadId(2 * pick(count / 2, turn))}`),
    100,
  ),
  'deliveries of 40 sales': get(
    (territory, turn) =>
      `/functions/v1/back-office/sales?${anySessions(territory, turn, 40)
        .map((session) => `session_id=${session}`)
        .join('&')}`,
    1_000,
  ),
  'verify 50 sales': async ({ call, territory }, turn) => {
    const sales = anySessions(territory, turn, 50).map((session_id) => ({
      session_id,
      sha256: '0'.repeat(64),
    }))
    const { status } = await call(toRequest('POST', '/functions/v1/verify-sales', KEY, { sales }))
    if (status !== 200) throw new Error(`verify-sales was answered ${status}.`)
    return undefined
  },
  'back office': get(() => '/functions/v1/back-office'),
  'back office, parked deliveries': get(
    () => '/functions/v1/back-office/deliveries?state=parked&limit=50',
    1_000,
  ),
  'sync status': get(() => '/functions/v1/ghl-sync?endpoint=sync-status'),
  metrics: get(() => '/metrics'),
  'a pull of 20 leads, half of them new': async ({ db, territory }, turn) => {
    const pulled = Array.from({ length: PULLED }, (_, index) => pulledLead(territory, turn, index))
    await upsertLeads(db, 'sandbox', pulled)
    return undefined
  },
  'a poll of 50 opportunities of the CRM': async ({ db, territory }, turn) => {
    const found = await findLinkedSales(db, anySales(territory, turn, 50).map(opportunityOf))
    if (found.length < 25) throw new Error('The poll has found too few.')
    return undefined
  },
  'stream, first answer': async ({ url }) => {
    const stream = await openStream(`${url}/realtime/v1/changes?apikey=${KEY.apikey}`)
    await stream.next()
    stream.close()
    return undefined
  },
  'a change, until a subscriber has it': timeOfChange,
  'a sale, four writes': async ({ call, territory }, turn) => {
    await sell(call, pick(territory.leads, turn))
    return undefined
  },
}

async function timeOfChange({ url, call, territory }: Asked, turn: number): Promise<number> {
  const stream = await openStream(`${url}/realtime/v1/changes?apikey=${KEY.apikey}`)
  await stream.next()
  const id = leadId(pick(territory.leads, turn))
  const change = toRequest('PATCH', `/rest/v1/leads?id=eq.${id}`, KEY, { status: 'qualified' })
  const startedAt = performance.now()
  const told = async () => {
    let event = await stream.next()
    while (event && !event.data.includes(id)) event = await stream.next()
  }
  await Promise.all([call(change), told()])
  const tookMs = performance.now() - startedAt
  stream.close()
  return tookMs
}

/** Every second one is there already, and comes with another note. */
function pulledLead({ leads: count }: Territory, turn: number, index: number): CrmLead {
  const n = pick(count, turn * PULLED + index)
  const isKnown = index % 2 === 0
  return {
    contactId: isKnown ? `contact-${n}` : randomUUID(),
    street_address: isKnown ? streetOf(n) : `${index + 1} High St`,
    postcode: null,
    household_size: null,
    voucher_value: '1500',
    priority: 'medium',
    contact_name: 'Mary Jones',
    contact_phone: null,
    contact_email: null,
    notes: `Pulled in turn ${turn}.`,
    area: isKnown ? null : areaOf(n),
    createdAt: new Date().toISOString(),
  }
}
