import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { CrmFailureCode, CrmOpportunity, CrmOpportunityToAbandon, CrmResult, CrmSale } from '../port.ts'
import { addWalkIn, lockContact, walkInId } from './contacts.ts'
import type { CrmStatus, SandboxOpportunityRow, SandboxTables } from './schema.ts'

type SandboxDb = Kysely<SandboxTables>
type SandboxOpportunity = Selectable<SandboxOpportunityRow>

const STATUSES: Record<CrmSale['status'], { status: CrmStatus; stage: string }> = {
  open: { status: 'open', stage: 'Contacted' },
  qualified: { status: 'open', stage: 'Qualified' },
  'closed-won': { status: 'won', stage: 'Won' },
  'closed-lost': { status: 'lost', stage: 'Lost' },
}

const DONE: CrmResult<void> = { ok: true, value: undefined }

const refuse = (code: CrmFailureCode, status: number, message: string) => ({
  ok: false as const,
  failure: { code, retry: 'never' as const, status, message },
})
const refuseWonByAnother = () => refuse('conflict', 400, 'The contact was won by another sale.')

/** `Crm.createOpportunity`, inside a transaction. */
export async function createOrAdopt(
  transaction: SandboxDb,
  sale: CrmSale,
): Promise<CrmResult<{ opportunityId: string; contactId: string }>> {
  if (sale.contactId === null) await addWalkIn(transaction, sale)
  const contactId = sale.contactId ?? walkInId(sale.sessionId)
  if (!(await lockContact(transaction, contactId)))
    return refuse('not-found', 404, 'The contact was not found.')
  const living = await findLiving(transaction, contactId)
  if (living && isWonByAnother(living, sale)) return refuseWonByAnother()
  const opportunityId = living?.id ?? randomUUID()
  const opened = { ...fieldsOf({ ...sale, status: 'open' }), id: opportunityId, contact_id: contactId }
  if (!living) await transaction.insertInto('opportunities').values(opened).execute()
  else if (living.session_id !== sale.sessionId) await write(transaction, opportunityId, opened)
  return { ok: true, value: { opportunityId, contactId } }
}

/** `Crm.updateOpportunity`, inside a transaction. */
export async function update(
  transaction: SandboxDb,
  opportunityId: string,
  sale: CrmSale,
): Promise<CrmResult<void>> {
  const given = await find(transaction, opportunityId)
  if (!given) return refuse('not-found', 404, 'The opportunity was not found.')
  await lockContact(transaction, given.contact_id)
  const living = await findLiving(transaction, given.contact_id)
  if (living && isWonByAnother(living, sale)) return refuseWonByAnother()
  if (living && living.id !== opportunityId)
    return refuse('conflict', 400, 'The contact has another opportunity.')
  await write(transaction, opportunityId, fieldsOf(sale))
  return DONE
}

/** `Crm.abandonOpportunity`. One that another sale has taken over is none of this sale's any more. */
export async function abandon(db: SandboxDb, given: CrmOpportunityToAbandon): Promise<CrmResult<void>> {
  const { sessionId, contactId, opportunityId } = given
  await db
    .updateTable('opportunities')
    .set({ status: 'abandoned', date_updated: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('contact_id', '=', contactId ?? walkInId(sessionId))
    .where('status', 'in', ['open', 'won'])
    .$if(opportunityId !== null, (query) => query.where('id', '=', opportunityId))
    .execute()
  return DONE
}

/** One opportunity, or those changed at or after a moment, in our words. */
export async function listOpportunities(
  db: SandboxDb,
  wanted: { id: string } | { since: string },
): Promise<CrmOpportunity[]> {
  const all = db.selectFrom('opportunities').selectAll().orderBy('date_updated').orderBy('id')
  const found = await ('id' in wanted
    ? all.where('id', '=', wanted.id)
    : all.where('date_updated', '>=', wanted.since)
  ).execute()
  return found.map((row) => ({
    opportunityId: row.id,
    contactId: row.contact_id,
    status: statusOf(row),
    sessionId: row.session_id,
    changedAt: row.date_updated,
  }))
}

function statusOf({ status, stage }: SandboxOpportunity): CrmSale['status'] {
  if (status === 'won') return 'closed-won'
  if (status !== 'open') return 'closed-lost'
  return stage === STATUSES.qualified.stage ? 'qualified' : 'open'
}

const isWonByAnother = (living: SandboxOpportunity, sale: CrmSale) =>
  living.status === 'won' && living.session_id !== sale.sessionId

const find = (db: SandboxDb, id: string) =>
  db.selectFrom('opportunities').selectAll().where('id', '=', id).executeTakeFirst()

const findLiving = (db: SandboxDb, contactId: string) =>
  db
    .selectFrom('opportunities')
    .selectAll()
    .where('contact_id', '=', contactId)
    .where('status', 'in', ['open', 'won'])
    .executeTakeFirst()

function fieldsOf(sale: CrmSale) {
  return {
    ...STATUSES[sale.status],
    name: [sale.customerName ?? sale.location, sale.servicePackageName].filter(Boolean).join(' - '),
    monetary_value: sale.totalValue,
    session_id: sale.sessionId,
    service_package_name: sale.servicePackageName,
    voucher_amount: sale.voucherAmount,
    contract_signed: sale.contractSigned,
  }
}

async function write(db: SandboxDb, id: string, fields: ReturnType<typeof fieldsOf>): Promise<void> {
  await db
    .updateTable('opportunities')
    .set({ ...fields, date_updated: sql`now()` })
    .where('id', '=', id)
    .execute()
}
