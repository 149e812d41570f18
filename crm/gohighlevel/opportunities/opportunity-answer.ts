import { z } from 'zod'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { CrmOpportunity } from '../../port.ts'
import { type FieldKey, fieldValues, textOfField } from '../contacts/custom-fields.ts'
import type { GoHighLevelSettings } from '../http/settings.ts'
import { moment } from '../moment.ts'

/** An opportunity as any call may return it. */
export const opportunityAnswer = z.object({
  id: z.string().min(1),
  contactId: z.string().catch(''),
  pipelineId: z.string().nullish().catch(null),
  pipelineStageId: z.string().catch(''),
  status: z.string().nullish().catch(null),
  updatedAt: moment,
  customFields: fieldValues,
})

export type OpportunityAnswer = z.infer<typeof opportunityAnswer>

const SESSION_ID: FieldKey<'opportunity'> = 'opportunity.session_id'

/** Returns an opportunity in our words. */
export function toCrmOpportunity(
  answer: OpportunityAnswer,
  settings: GoHighLevelSettings,
  fieldIds: ReadonlyMap<string, string>,
): CrmOpportunity {
  return {
    opportunityId: answer.id,
    contactId: answer.contactId,
    status: statusOf(answer, settings),
    sessionId: textOfField(answer.customFields, fieldIds.get(SESSION_ID)),
    changedAt: answer.updatedAt ?? null,
  }
}

/** Returns null for another pipeline, where an open deal may be an installation, and a lost deal is no lost sale. */
function statusOf(
  { status, pipelineId, pipelineStageId }: OpportunityAnswer,
  { pipelineId: ours, stages }: GoHighLevelSettings,
): OpportunityStatus | null {
  if (pipelineId && ours && pipelineId !== ours) return null
  if (status === 'won') return 'closed-won'
  if (status === 'lost' || status === 'abandoned') return 'closed-lost'
  if (status !== 'open') return null
  return stages.qualified !== undefined && pipelineStageId === stages.qualified ? 'qualified' : 'open'
}
