import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { leadStatusesBefore, leadStatusFor } from '#domain/lead/lead-progress.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { RuleFields } from '#domain/opportunity/rules.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Db } from '../db/schema.ts'

export type StoredSale = { sale: Opportunity; revision: number }

/** A sale with what is known of its numbered calls. */
export type FoundSale = StoredSale & {
  lastSequence: number | null
  /** What the asked-for call was answered when it was applied. */
  call: { status: 200 | 201; sale: Opportunity } | undefined
}

/** One write of a sale, with everything that happens in the same instant. */
export type SaleWrite = {
  /** The revision it was decided on; nothing for a new sale. */
  expected: number | undefined
  sessionId: string
  values: Partial<RuleFields>
  /** Whether the contract arrives with it, and whether it wins the sale. */
  receives: boolean
  wins: boolean
  /** The status that the sale's lead follows, if it moves. */
  leadFollows: OpportunityStatus | undefined
  tellsCrm: boolean
  call: { sequence: number; status: 200 | 201 } | undefined
  requestId: string | undefined
}

type Fragment = RawBuilder<unknown>
/** Without the signature, except in the answer to a call that came before there was one. */
type UnsignedRecord = Omit<Opportunity, 'contract_signature'> & { contract_signature?: null }
type SaleRecord = { record: UnsignedRecord; signature: string | null; revision: number }

/** The columns that make a sale in the form of the wire; the record leaves the signature out. */
const SALE = sql`opportunity_record(o) as record, o.contract_signature as signature, o.revision`

const toSale = ({ record, signature }: Omit<SaleRecord, 'revision'>): Opportunity => ({
  contract_signature: signature,
  ...record,
})

/** The sale of a session, and what became of one of its calls. */
export async function findSale(db: Db, sessionId: string, sequence?: number): Promise<FoundSale | undefined> {
  type Row = SaleRecord & { last_sequence: number | null; status: 200 | 201 | null; answer: UnsignedRecord }
  const { rows } = await sql<Row>`
    select ${SALE}, call.status, call.answer,
      (select max(sequence) from applied_calls where session_id = o.session_id) as last_sequence
    from opportunities o
    left join applied_calls call on call.session_id = o.session_id and call.sequence = ${sequence ?? null}
    where o.session_id = ${sessionId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    sale: toSale(row),
    revision: row.revision,
    lastSequence: row.last_sequence,
    call: row.status
      ? { status: row.status, sale: toSale({ record: row.answer, signature: row.signature }) }
      : undefined,
  }
}

/** The sales of those sessions, in no particular order. */
export async function findSales(db: Db, sessionIds: readonly string[]): Promise<Opportunity[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await sql<SaleRecord>`
    select ${SALE} from opportunities o where o.session_id in (${sql.join(sessionIds)})`.execute(db)
  return rows.map(toSale)
}

/** Locks the sales that a condition holds for until the transaction ends; tells their sessions, `limit` at most. */
export async function lockSales(tx: Db, where: RawBuilder<SqlBool>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from opportunities where ${where} order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}

/** Locks one sale until the transaction ends. */
export async function lockSale(tx: Db, sessionId: string): Promise<void> {
  await lockSales(tx, sql<SqlBool>`session_id = ${sessionId}`, 1)
}

/**
 * Writes a sale, moves its lead, queues the CRM push and notes the numbered call, all in one statement. Nothing
 * when the sale is no longer at the expected revision or, for a new one, exists already.
 */
export async function writeSale(db: Db, write: SaleWrite): Promise<StoredSale | undefined> {
  const steps = [
    sql`stored as (${write.expected === undefined ? insertSale(write) : updateSale(write)}
      returning ${SALE}, o.session_id, o.lead_id)`,
    write.leadFollows && sql`moved_lead as (${moveLead(write.leadFollows)})`,
    write.tellsCrm && sql`push as (${queuePush(write)})`,
    write.call && sql`call as (${noteCall(write.call)})`,
  ].filter((step): step is Fragment => Boolean(step))
  const { rows } = await sql<SaleRecord>`
    with ${sql.join(steps)} select record, signature, revision from stored`.execute(db)
  const [row] = rows
  return row && { sale: toSale(row), revision: row.revision }
}

function assignments({ values, receives, wins }: SaleWrite): [column: string, value: Fragment][] {
  const given = Object.entries(values).map(([column, value]): [string, Fragment] => [column, sql`${value}`])
  const { lead_id } = values
  if (lead_id !== undefined) given.push(['area', sql`(select area from leads where id = ${lead_id})`])
  if (receives) given.push(['received_at', sql`now()`])
  if (wins) given.push(['closed_by', sql`'agent'`])
  return given
}

function insertSale(write: SaleWrite): Fragment {
  const given = assignments(write)
  return sql`insert into opportunities as o (${sql.join(given.map(([column]) => sql.ref(column)))})
    values (${sql.join(given.map(([, value]) => value))}) on conflict (session_id) do nothing`
}

function updateSale(write: SaleWrite): Fragment {
  const given = assignments(write).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return sql`update opportunities as o set ${sql.join([...given, sql`revision = o.revision + 1`])}
    where o.session_id = ${write.sessionId} and o.revision = ${write.expected}`
}

function moveLead(sale: OpportunityStatus): Fragment {
  const target = leadStatusFor(sale)
  return sql`update leads set status = ${target}
    where id = (select lead_id from stored) and status in (${sql.join(leadStatusesBefore(target))})`
}

/**
 * Wanted is the sale's newest revision; whatever was parked or delayed gets another try with it. Due a moment after
 * the first write that the CRM has not heard of: writes of one sale that come together are one push of its state.
 * Who waits for the push does not wait for that.
 */
const queuePush = ({ requestId }: SaleWrite) => sql`
  insert into deliveries (target, session_id, wanted, due_at, request_id)
  select 'crm', session_id, revision, now() + interval '1 second', ${requestId ?? null}::text from stored
  on conflict (target, session_id, sequence) do update
  set wanted = excluded.wanted, request_id = excluded.request_id, state = 'waiting', attempts = 0, reason = null,
    due_at = case when deliveries.state = 'waiting' and deliveries.attempts = 0
      then least(deliveries.due_at, excluded.due_at) else excluded.due_at end`

/** The signature is kept once, with the sale; an answer notes only that there was none yet. */
const noteCall = ({ sequence, status }: { sequence: number; status: number }) => sql`
  insert into applied_calls (session_id, sequence, status, answer)
  select session_id, ${sequence}, ${status},
    case when signature is null then record || '{"contract_signature": null}' else record end
  from stored`
