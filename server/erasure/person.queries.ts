import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forgetSandboxSales } from '#crm/sandbox/forget-sales.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Db } from '../db/schema.ts'

/** The rows that are about one person. */
export type PersonRows = {
  sales: readonly { id: string; session_id: string; status: string; customer_name: string | null }[]
  leads: readonly { id: string; street_address: string }[]
}

const MOST_TRIES = 5
/** The codes of a wait that would have had no end, and of a lead that somebody sells to at this instant. */
const IN_THE_WAY = ['40P01', '23503']

/** A number is written in many ways; these digits at its end are the same in all of them. */
const TELLING_DIGITS = 9
/** A shorter number is told by all of its digits. */
const FEWEST_DIGITS = 5

/** What ends an address within other words, so that it is not the half of another one. */
const BEFORE_ADDRESS = "(^|[^[:alnum:]._%+'-])"
const AFTER_ADDRESS = '($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))'

/**
 * What is stored of the person with this email address or phone number: the sales with it, the leads with it, and what
 * hangs together with those, as the sales of a lead are those of its household. Agents write what they like, such as a
 * name beside the address or two numbers, so it is looked for in all that they wrote there.
 */
export async function findPerson(db: Db, whom: string): Promise<PersonRows> {
  const isTheirs = tellOf(whom.trim())
  if (!isTheirs) return { sales: [], leads: [] }
  const leads = await sql<PersonRows['leads'][number]>`
    select id, street_address from leads
    where ${isTheirs('contact_email', 'contact_phone')} or id in (
      select lead_id from opportunities where ${isTheirs('customer_email', 'customer_phone')})
    order by id`.execute(db)
  const leadIds = leads.rows.map(({ id }) => id)
  const sales = await sql<PersonRows['sales'][number]>`
    select id, session_id, status, customer_name from opportunities
    where ${isTheirs('customer_email', 'customer_phone')} or lead_id = any(${leadIds}::uuid[])
    order by created_at`.execute(db)
  return { leads: leads.rows, sales: sales.rows }
}

type Tell = (email: string, phone: string) => RawBuilder<SqlBool>

/** How to tell whose an email and a phone number are; a blank tells nothing. */
function tellOf(whom: string): Tell | undefined {
  if (whom === '') return undefined
  const digits = whom.replace(/\D/g, '')
  const words = whom.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  if (whom.includes('@'))
    return (email) => sql`${sql.ref(email)} ~* ${BEFORE_ADDRESS + words + AFTER_ADDRESS}`
  const digitsOf = (phone: string) => sql`regexp_replace(${sql.ref(phone)}, '\\D', '', 'g')`
  if (digits.length >= TELLING_DIGITS)
    return (_, phone) => sql`${digitsOf(phone)} like ${`%${digits.slice(-TELLING_DIGITS)}%`}`
  if (digits.length >= FEWEST_DIGITS && !/\p{L}/u.test(whom))
    return (_, phone) => sql`${digitsOf(phone)} = ${digits}`
  return (email) => sql`lower(trim(${sql.ref(email)})) = lower(${whom})`
}

/**
 * Deletes what `findPerson` finds, with everything that was to be sent or was answered because of it, and answers it.
 * Phones are told which rows are gone, and no more; the CRM and the automation service are not. Throws `NotDone` when
 * others write the same rows again and again.
 */
export async function erasePerson(db: Db, whom: string): Promise<PersonRows> {
  for (let triesLeft = MOST_TRIES; triesLeft > 0; triesLeft--) {
    try {
      return await db.transaction().execute((transaction) => erase(transaction, whom))
    } catch (error) {
      if (!IN_THE_WAY.includes((error as { code?: string }).code ?? '')) throw error
    }
  }
  throw new NotDone(
    'Nothing was erased, as sales of this person are being written just now. Give the command again.',
  )
}

async function erase(transaction: Db, whom: string): Promise<PersonRows> {
  await lockRows(transaction, await findPerson(transaction, whom))
  // Once more, with what was written until then.
  const found = await findPerson(transaction, whom)
  const saleIds = found.sales.map(({ id }) => id)
  const leadIds = found.leads.map(({ id }) => id)
  const sessionIds = found.sales.map(({ session_id }) => session_id)
  await forgetSandboxSales(transaction, sessionIds)
  // The answers that phones were given go with the sales, and the attempts with the deliveries.
  await sql`delete from deliveries where session_id = any(${sessionIds})`.execute(transaction)
  await sql`delete from opportunities where id = any(${saleIds}::uuid[])`.execute(transaction)
  await sql`delete from leads where id = any(${leadIds}::uuid[])`.execute(transaction)
  await forgetChanges(transaction, [...saleIds, ...leadIds])
  return found
}

/** In the order in which a sale's write takes them: it comes through, and nothing is sold to the leads any more. */
async function lockRows(transaction: Db, { sales, leads }: PersonRows): Promise<void> {
  const lock = (table: string, rows: readonly { id: string }[]) =>
    sql`
    select from ${sql.table(table)} where id = any(${rows.map(({ id }) => id)}::uuid[])
    order by id for update`.execute(transaction)
  await lock('opportunities', sales)
  await lock('leads', leads)
}

/** Of a row that is gone, phones need nothing but that: what it was before, they would only show in passing. */
async function forgetChanges(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from changes where record ->> 'id' = any(${ids}) and type <> 'DELETE'`.execute(db)
  await sql`
    update changes set record = jsonb_build_object('id', record -> 'id')
    where record ->> 'id' = any(${ids})`.execute(db)
}
