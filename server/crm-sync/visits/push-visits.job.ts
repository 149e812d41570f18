import type { FastifyBaseLogger } from 'fastify'
import type { Crm, CrmFailure, CrmResult } from '#crm/port.ts'
import { success } from '#domain/kernel/result.ts'
import { entriesOf } from '#domain/street/contact-entries.ts'
import { type EntryStep, stepsTo } from '#domain/street/entry-steps.ts'
import type { Db } from '../../db/schema.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../../deliveries/handler.ts'
import { listVisits } from '../../street/visits/visits.queries.ts'
import { CRM_BACKOFF, failedBy } from '../push/failed-by.ts'
import { type StepContext, takeStep } from './take-step.ts'
import { findVisitedLead, listRecorded } from './visits-in-crm.queries.ts'

type Given = { db: Db; crm: Crm; log: Pick<FastifyBaseLogger, 'info'> }

const NO_LEAD = success({ remark: 'The lead was deleted.' })
const NO_CONTACT = success({ remark: 'This lead has no contact in the CRM.' })

/**
 * Updates the tags, notes and tasks of a lead's contact to match the visits at its door (docs/product 9.10). The
 * delivery's `session_id` is the id of the lead.
 */
export function pushVisitsJob({ db, crm, log }: Given): DeliveryHandler {
  return {
    backoff: CRM_BACKOFF,
    catchesUpMs: crm.catchesUpMs,
    async deliver({ session_id: leadId }, signal) {
      const lead = await findVisitedLead(db, leadId)
      if (!lead) return NO_LEAD
      const contactId = lead.crm_provider === crm.provider ? lead.crm_contact_id : null
      if (contactId === null) return NO_CONTACT
      const isSold = lead.status === 'closed-won'
      const { street_address } = lead
      const contact = { leadId, provider: crm.provider, contactId }
      const wanted = entriesOf(await listVisits(db, leadId), { isSold, street_address })
      const steps = stepsTo(wanted, await listRecorded(db, contact))
      return takeSteps(steps, { db, crm, log, contact, signal })
    },
  }
}

/** Takes all steps that are possible: one that is refused for good must not block the others. */
async function takeSteps(steps: readonly EntryStep[], given: StepContext & Given): Promise<DeliveryOutcome> {
  let refused: CrmFailure | undefined
  for (const step of steps) {
    const taken = await takeLogged(step, given)
    if (taken.ok) continue
    if (taken.failure.retry === 'later' || taken.failure.code === 'not-found') return failedBy(taken.failure)
    refused ??= taken.failure
  }
  return refused ? failedBy(refused) : success({})
}

async function takeLogged(step: EntryStep, given: StepContext & Given): Promise<CrmResult<void>> {
  const { log, contact, signal } = given
  const startedAt = performance.now()
  const taken = await takeStep(step, given)
  const durationMs = Math.round(performance.now() - startedAt)
  const trace = { leadId: contact.leadId, operation: `${step.do}-${step.entry.kind}`, durationMs }
  log.info({ ...trace, answer: taken.ok ? 'done' : taken.failure.code }, 'Called the CRM')
  // After a timeout another worker may hold this delivery, so this attempt must stop.
  signal.throwIfAborted()
  return taken
}
