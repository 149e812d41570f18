import { sql } from 'kysely'
import { forgetSandboxSales, forgetSandboxVisits } from '#crm/sandbox/forget-sales.ts'
import { BY_OPERATOR, recordAct } from '../audit/record-act.queries.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Db } from '../db/schema.ts'
import { eraseDocuments } from '../documents/documents.queries.ts'
import { eraseEvidence } from '../evidence/evidence.queries.ts'
import { type Copy, findCopies, forgetCopies } from './copies.queries.ts'
import { matchPerson, type PersonMatch } from './match-person.queries.ts'

/** The rows about one person. */
type PersonRows = {
  sales: readonly { id: string; session_id: string; status: string; customer_name: string | null }[]
  leads: readonly { id: string; street_address: string }[]
}

/** Everything stored about one person: their rows, and copies elsewhere. */
export type Person = PersonRows & { copies: readonly Copy[] }

const MAX_TRIES = 5
/** A deadlock, or a lead to which a sale is being made at this moment. A retry can succeed. */
const CONFLICTS = ['40P01', '23503']
/** A lock timeout or a cancelled statement. The codes do not say which row was locked. */
const TIMED_OUT = ['55P03', '57014']

/**
 * Finds everything stored about the person with this email address or phone number: their sales and leads, the other
 * sales of these leads (they are of the same household), and copies in rows that are deleted or now belong to another
 * person.
 */
export async function findPerson(db: Db, whom: string): Promise<Person> {
  const isTheirs = matchPerson(whom)
  const rows = await findRows(db, isTheirs)
  const besides = { sessionIds: rows.sales.map(({ session_id }) => session_id), rowIds: idsOf(rows) }
  return { ...rows, copies: await findCopies(db, isTheirs, besides) }
}

async function findRows(db: Db, isTheirs: PersonMatch): Promise<PersonRows> {
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
 * Deletes and returns what `findPerson` finds, with all deliveries and answers that follow from it. Phones receive only
 * the ids of deleted rows; the CRM and the automation service receive nothing. Throws `NotDone` if others keep writing
 * or locking these rows, or if the database is too slow.
 */
export async function erasePerson(db: Db, whom: string): Promise<Person> {
  // This takes long. Inside the transaction it would delay every change for phones until the end.
  const { copies } = await findPerson(db, whom)
  for (let triesLeft = MAX_TRIES; triesLeft > 0; triesLeft--) {
    try {
      return await db.transaction().execute((transaction) => erase(transaction, whom, copies))
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (TIMED_OUT.includes(code))
        throw new NotDone(
          'Nothing was erased: the database cancelled it. Another session may have locked a sale or a lead of this person ' +
            'for too long; if so, end that session (see pg_stat_activity). Or the database was too busy. Then run the ' +
            'command again.',
        )
      if (!CONFLICTS.includes(code)) throw error
    }
  }
  throw new NotDone(
    'Nothing was erased: sales of this person are being written at the moment. Run the command again.',
  )
}

async function erase(transaction: Db, whom: string, copies: readonly Copy[]): Promise<Person> {
  const isTheirs = matchPerson(whom)
  await lockRows(transaction, await findRows(transaction, isTheirs))
  // Read again, because more may have been written while we waited for the locks.
  const rows = await findRows(transaction, isTheirs)
  await deleteRows(transaction, rows)
  const gone = await forgetCopies(transaction, isTheirs, copies)
  await forgetChanges(transaction, [...idsOf(rows), ...gone])
  const details = { sales: rows.sales.length, leads: rows.leads.length, copies: copies.length }
  if (Object.values(details).some((count) => count > 0))
    await recordAct(transaction, BY_OPERATOR, { verb: 'person-erased', details })
  return { ...rows, copies }
}

/** Locks in the same order as a sale's write, so that a running write completes and no new one starts. */
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
  const leadIds = leads.map(({ id }) => id)
  await forgetSandboxSales(transaction, sessionIds)
  await forgetSandboxVisits(transaction, await listVisitIds(transaction, leadIds))
  // The answers to phones are deleted with the sales, and the attempts with the deliveries.
  await eraseDocuments(transaction, sessionIds)
  await eraseEvidence(transaction, sessionIds)
  // The deliveries of visits name a lead instead of a sale.
  await sql`delete from deliveries where session_id = any(${[...sessionIds, ...leadIds]})`.execute(
    transaction,
  )
  await sql`delete from opportunities where session_id = any(${sessionIds})`.execute(transaction)
  // Keep the outcomes of the visits, so that days at the doors can still be counted.
  await sql`
    update visits set note = null, call_back_on = null, call_back_at = null, erased_at = now()
    where lead_id = any(${leadIds}::uuid[]) and erased_at is null`.execute(transaction)
  await sql`delete from leads where id = any(${leadIds}::uuid[])`.execute(transaction)
}

async function listVisitIds(transaction: Db, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from visits where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Keeps only the ids of deleted rows, because phones need no earlier state of them. */
export async function forgetChanges(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from changes where record ->> 'id' = any(${ids}) and type <> 'DELETE'`.execute(db)
  await sql`
    update changes set record = jsonb_build_object('id', record -> 'id')
    where record ->> 'id' = any(${ids})`.execute(db)
}
