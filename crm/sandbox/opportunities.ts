import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { opportunityName } from '../opportunity-name.ts'
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

/** Literals, so that the database uses the partial index of living opportunities. */
const LIVING = sql<CrmStatus>`('open', 'won')`

const DONE: CrmResult<void> = { ok: true, value: undefined }

const refuse = (code: CrmFailureCode, status: number, message: string) => ({
  ok: false as const,
  failure: { code, retry: 'never' as const, status, message },
})
const refuseWonByAnother = () => refuse('conflict', 400, 'The contact was won by another sale.')

/**
 * `Crm.createOpportunity`. For a contact without an opportunity, one statement is enough. If the contact is not in the
 * sandbox, for example because it is from a lead file, this creates a new one, as GoHighLevel's adapter does for a
 * deleted contact.
 */
export async function createOrAdopt(
  db: SandboxDb,
  sale: CrmSale,
): Promise<CrmResult<{ opportunityId: string; contactId: string }>> {
  if (sale.contactId === null) await addWalkIn(db, sale)
  const contactId = sale.contactId ?? walkInId(sale.sessionId)
  const opened = { ...fieldsOf({ ...sale, status: 'open' }), id: randomUUID(), contact_id: contactId }
  if (await create(db, opened)) return { ok: true, value: { opportunityId: opened.id, contactId } }
  const adopted = await db.transaction().execute((transaction) => adopt(transaction, sale, opened))
  const isUnknown = !adopted.ok && adopted.failure.code === 'not-found' && sale.contactId !== null
  return isUnknown ? createOrAdopt(db, { ...sale, contactId: null }) : adopted
}

async function adopt(
  transaction: SandboxDb,
  sale: CrmSale,
  opened: Opened,
): Promise<CrmResult<{ opportunityId: string; contactId: string }>> {
  const { contact_id: contactId } = opened
  if (!(await lockContact(transaction, contactId)))
    return refuse('not-found', 404, 'The contact was not found.')
  const living = await findLiving(transaction, contactId)
  if (living && isWonByAnother(living, sale)) return refuseWonByAnother()
  const opportunityId = living?.id ?? opened.id
  if (!living) await create(transaction, opened)
  else if (living.session_id !== sale.sessionId)
    await write(transaction, opportunityId, fieldsOf({ ...sale, status: 'open' }))
  return { ok: true, value: { opportunityId, contactId } }
}

/** `Crm.updateOpportunity`. If the opportunity is open or won and belongs to the sale, one statement is enough. */
export async function update(db: SandboxDb, opportunityId: string, sale: CrmSale): Promise<CrmResult<void>> {
  const { numUpdatedRows } = await db
    .updateTable('opportunities')
    .set({ ...fieldsOf(sale), date_updated: sql`now()` })
    .where('id', '=', opportunityId)
    .where('session_id', '=', sale.sessionId)
    .where('status', 'in', LIVING)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return DONE
  return db.transaction().execute((transaction) => updateContested(transaction, opportunityId, sale))
}

async function updateContested(
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

/** `Crm.abandonOpportunity`. Leaves the opportunity as it is if another sale has taken it over. */
export async function abandon(db: SandboxDb, given: CrmOpportunityToAbandon): Promise<CrmResult<void>> {
  const { sessionId, contactId, opportunityId } = given
  await db
    .updateTable('opportunities')
    .set({ status: 'abandoned', date_updated: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('contact_id', '=', contactId ?? walkInId(sessionId))
    .where('status', 'in', LIVING)
    .$if(opportunityId !== null, (query) => query.where('id', '=', opportunityId))
    .execute()
  return DONE
}

/** Returns one opportunity, or those changed at or after a given time. */
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

type Opened = ReturnType<typeof fieldsOf> & { id: string; contact_id: string }

/**
 * Creates an opportunity. Locks the contact first, and returns false if it is unknown or already has a living
 * opportunity.
 */
async function create(db: SandboxDb, opened: Opened): Promise<boolean> {
  const columns = Object.keys(opened) as (keyof Opened)[]
  const { numInsertedOrUpdatedRows = 0n } = await db
    .with('contact', (build) =>
      build.selectFrom('contacts').select('id').where('id', '=', opened.contact_id).forUpdate(),
    )
    .insertInto('opportunities')
    .columns(columns)
    .expression((build) =>
      build.selectFrom('contact').select(columns.map((column) => build.val(opened[column]).as(column))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

const find = (db: SandboxDb, id: string) =>
  db.selectFrom('opportunities').selectAll().where('id', '=', id).executeTakeFirst()

const findLiving = (db: SandboxDb, contactId: string) =>
  db
    .selectFrom('opportunities')
    .selectAll()
    .where('contact_id', '=', contactId)
    .where('status', 'in', LIVING)
    .executeTakeFirst()

function fieldsOf(sale: CrmSale) {
  return {
    ...STATUSES[sale.status],
    name: opportunityName(sale),
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
