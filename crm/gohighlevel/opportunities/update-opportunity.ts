import type { CrmResult, CrmSale } from '../../port.ts'
import type { Connection } from '../http/connection.ts'
import { type OpportunityUpdate, putOpportunity } from '../http/requests.ts'
import { readOpportunity } from './opportunity-reads.ts'
import { TAKEN_OVER } from './ownership.ts'
import { pipelineOf } from './pipeline.ts'
import { saleToOpportunity } from './sale-to-opportunity.ts'

/**
 * `Crm.updateOpportunity`. Checks the owner last, because waiting for the turn and reading the custom fields take
 * time.
 */
export async function updateOpportunity(
  connection: Connection,
  opportunityId: string,
  sale: CrmSale,
  signal?: AbortSignal,
): Promise<CrmResult<void>> {
  return connection.inTurn(sale.contactId ?? opportunityId, async () => {
    const body = await bodyOf(connection, sale, signal)
    if (!body.ok) return body
    const owner = await connection.findOwningSession(opportunityId)
    if (owner !== null && owner !== sale.sessionId) return TAKEN_OVER
    return write(connection, opportunityId, body.value, signal)
  })
}

/** Writes the whole state of a sale to an opportunity. */
export async function writeSale(
  connection: Connection,
  opportunityId: string,
  sale: CrmSale,
  signal: AbortSignal | undefined,
): Promise<CrmResult<void>> {
  const body = await bodyOf(connection, sale, signal)
  return body.ok ? write(connection, opportunityId, body.value, signal) : body
}

async function write(
  connection: Connection,
  opportunityId: string,
  body: OpportunityUpdate,
  signal: AbortSignal | undefined,
): Promise<CrmResult<void>> {
  const answered = await connection.client.call(putOpportunity(opportunityId, body, signal))
  if (answered.ok) return { ok: true, value: undefined }
  const { failure } = answered
  // An invalid body and a missing opportunity look alike here, so we read the opportunity to find out.
  const isGone = failure.code === 'validation' && (await isNoMore(connection, opportunityId, signal))
  return { ok: false, failure: isGone ? { ...failure, code: 'not-found' } : failure }
}

async function isNoMore(
  connection: Connection,
  opportunityId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const read = await readOpportunity(connection, opportunityId, signal)
  return read.ok && read.value === null
}

/** Returns the body for a sale, according to the settings and custom fields of the location. */
export async function bodyOf(
  { settings, fields }: Connection,
  sale: CrmSale,
  signal: AbortSignal | undefined,
): Promise<CrmResult<OpportunityUpdate>> {
  const pipeline = pipelineOf(settings)
  if (!pipeline.ok) return pipeline
  const fieldIds = await fields.idsOf('opportunity', signal)
  if (!fieldIds.ok) return fieldIds
  return { ok: true, value: saleToOpportunity(sale, settings, pipeline.value, fieldIds.value) }
}
