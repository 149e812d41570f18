import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { ALWAYS_PREPARED } from '../db/postgres/preparing-client.ts'
import type { Db } from '../db/schema.ts'

export type StoredSale = { sale: Opportunity; revision: number }

/** A sale with the record of its numbered calls. */
export type FoundSale = StoredSale & {
  lastSequence: number | null
  /** The answer to the requested call, if it was applied. */
  call: { status: 200 | 201; sale: Opportunity } | undefined
}

/** A record leaves the signature out. Only the answer to a call before the signature says that it is null. */
type UnsignedRecord = Omit<Opportunity, 'contract_signature'> & { contract_signature?: null }
export type SaleRecord = { record: UnsignedRecord; signature: string | null; revision: number }

/** The columns of a sale as they travel. The record leaves the signature out. */
export const SALE = sql`opportunity_record(o) as record, o.contract_signature as signature, o.revision`

export const toSale = ({ record, signature }: Omit<SaleRecord, 'revision'>): Opportunity => ({
  contract_signature: signature,
  ...record,
})

/** Finds the sale of a session, and the answer to one of its calls. */
export async function findSale(db: Db, sessionId: string, sequence?: number): Promise<FoundSale | undefined> {
  type Row = SaleRecord & { last_sequence: number | null; status: 200 | 201 | null; answer: UnsignedRecord }
  const { rows } = await sql<Row>`${ALWAYS_PREPARED}
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

/** Finds the sales of these sessions, in no particular order. */
export async function findSales(db: Db, sessionIds: readonly string[]): Promise<Opportunity[]> {
  const { rows } = await sql<SaleRecord>`
    select ${SALE} from opportunities o where o.session_id = any(${sessionIds})`.execute(db)
  return rows.map(toSale)
}

/** Locks at most `limit` sales for which a condition holds, until the transaction ends. Returns their session ids. */
export async function lockSales(tx: Db, where: RawBuilder<SqlBool>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from opportunities where ${where} order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ session_id }) => session_id)
}

/** Locks one sale until the transaction ends. Returns false if it does not exist. */
export async function lockSale(tx: Db, sessionId: string): Promise<boolean> {
  const locked = await lockSales(tx, sql<SqlBool>`session_id = ${sessionId}`, 1)
  return locked.length > 0
}
