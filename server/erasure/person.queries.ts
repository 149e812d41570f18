import { sql } from 'kysely'
import { forgetSandboxSales } from '#crm/sandbox/forget-sales.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Db } from '../db/schema.ts'
import { type Copy, findCopies, forgetCopies } from './copies.queries.ts'
import { type TellWhose, tellWhose } from './tell-whose.queries.ts'

/** The rows that are about one person. */
type PersonRows = {
  sales: readonly { id: string; session_id: string; status: string; customer_name: string | null }[]
  leads: readonly { id: string; street_address: string }[]
}

/** What is stored of one person: their rows, and what names them besides. */
export type Person = PersonRows & { copies: readonly Copy[] }

const MOST_TRIES = 5
/** The codes of a wait that would have had no end, and of a lead that somebody sells to at this instant. */
const IN_THE_WAY = ['40P01', '23503']
/** The codes of a wait for a row that was given up, and of any statement that was: they do not tell which. */
const BROKEN_OFF = ['55P03', '57014']

/**
 * What is stored of the person with this email address or phone number: the sales with it, the leads with it, and what
 * hangs together with those, as the sales of a lead are those of its household; and copies that name the person in what
 * is somebody else's by now, or nobody's.
 */
export async function findPerson(db: Db, whom: string): Promise<Person> {
  const isTheirs = tellWhose(whom)
  const rows = await findRows(db, isTheirs)
  const besides = { sessionIds: rows.sales.map(({ session_id }) => session_id), rowIds: idsOf(rows) }
  return { ...rows, copies: await findCopies(db, isTheirs, besides) }
}

async function findRows(db: Db, isTheirs: TellWhose): Promise<PersonRows> {
  const inSale = isTheirs(sql`customer_email`, sql`customer_phone`)
  const leads = await sql<PersonRows['leads'][number]>`
    select id, street_address from leads
    where ${isTheirs(sql`contact_email`, sql`contact_phone`)} or id in (
      select lead_id from opportunities where ${inSale})
    order by id`.execute(db)
  const leadIds = leads.rows.map(({ id }) => id)
  const sales = await sql<PersonRows['sales'][number]>`
    select id, session_id, status, customer_name from opportunities
    where ${inSale} or lead_id = any(${leadIds}::uuid[])
    order by created_at`.execute(db)
  return { leads: leads.rows, sales: sales.rows }
}

const idsOf = ({ sales, leads }: PersonRows) => [...sales, ...leads].map(({ id }) => id)

/**
 * Deletes what `findPerson` finds, with everything that was to be sent or was answered because of it, and answers it.
 * Phones are told which rows are gone, and no more; the CRM and the automation service are not. Throws `NotDone` when
 * others write the same rows again and again, or hold one for too long, and when the database takes too long itself.
 */
export async function erasePerson(db: Db, whom: string): Promise<Person> {
  // This takes long; within the transaction, phones would hear of no change until its end.
  const { copies } = await findPerson(db, whom)
  for (let triesLeft = MOST_TRIES; triesLeft > 0; triesLeft--) {
    try {
      return await db.transaction().execute((transaction) => erase(transaction, whom, copies))
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (BROKEN_OFF.includes(code))
        throw new NotDone(
          'Nothing was erased, as the database broke it off. Somebody may have held a sale or a lead of this person for ' +
            'too long: then end that session (pg_stat_activity shows it). Or the database had too much to do. Give the ' +
            'command again.',
        )
      if (!IN_THE_WAY.includes(code)) throw error
    }
  }
  throw new NotDone(
    'Nothing was erased, as sales of this person are being written just now. Give the command again.',
  )
}

async function erase(transaction: Db, whom: string, copies: readonly Copy[]): Promise<Person> {
  const isTheirs = tellWhose(whom)
  await lockRows(transaction, await findRows(transaction, isTheirs))
  // Once more, with what was written until then.
  const rows = await findRows(transaction, isTheirs)
  await deleteRows(transaction, rows)
  const gone = await forgetCopies(transaction, isTheirs, copies)
  await forgetChanges(transaction, [...idsOf(rows), ...gone])
  return { ...rows, copies }
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

async function deleteRows(transaction: Db, { sales, leads }: PersonRows): Promise<void> {
  const sessionIds = sales.map(({ session_id }) => session_id)
  await forgetSandboxSales(transaction, sessionIds)
  // The answers that phones were given go with the sales, and the attempts with the deliveries.
  await sql`delete from deliveries where session_id = any(${sessionIds})`.execute(transaction)
  await sql`delete from opportunities where session_id = any(${sessionIds})`.execute(transaction)
  await sql`delete from leads where id = any(${leads.map(({ id }) => id)}::uuid[])`.execute(transaction)
}

/** Of a row that is gone, phones need nothing but that: what it was before, they would only show in passing. */
async function forgetChanges(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from changes where record ->> 'id' = any(${ids}) and type <> 'DELETE'`.execute(db)
  await sql`
    update changes set record = jsonb_build_object('id', record -> 'id')
    where record ->> 'id' = any(${ids})`.execute(db)
}
