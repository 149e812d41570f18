import { z } from 'zod'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { CrmOpportunity } from '../port.ts'
import { type FieldKey, fieldValues, textOfField } from './custom-fields.ts'
import type { GoHighLevelSettings } from './settings.ts'

/** An opportunity as any call may tell it. */
export const opportunityAnswer = z.object({
  id: z.string().min(1),
  contactId: z.string().catch(''),
  pipelineId: z.string().catch(''),
  pipelineStageId: z.string().catch(''),
  status: z.string().catch('open'),
  updatedAt: z.string().nullish().catch(null),
  customFields: fieldValues,
})

export type OpportunityAnswer = z.infer<typeof opportunityAnswer>

const SESSION_ID: FieldKey<'opportunity'> = 'opportunity.session_id'

/** An opportunity in our words. */
export function toCrmOpportunity(
  answer: OpportunityAnswer,
  { stages }: GoHighLevelSettings,
  fieldIds: ReadonlyMap<string, string>,
): CrmOpportunity {
  const changedAt = new Date(answer.updatedAt ?? Number.NaN)
  return {
    opportunityId: answer.id,
    contactId: answer.contactId,
    status: statusOf(answer, stages.qualified),
    sessionId: textOfField(answer.customFields, fieldIds.get(SESSION_ID)),
    changedAt: Number.isNaN(changedAt.getTime()) ? null : changedAt.toISOString(),
  }
}

function statusOf(answer: OpportunityAnswer, qualifiedStage: string | undefined): OpportunityStatus {
  if (answer.status === 'won') return 'closed-won'
  if (answer.status === 'lost' || answer.status === 'abandoned') return 'closed-lost'
  return qualifiedStage !== undefined && answer.pipelineStageId === qualifiedStage ? 'qualified' : 'open'
}
