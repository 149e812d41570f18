import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { opportunityName } from '../../opportunity-name.ts'
import type { CrmSale } from '../../port.ts'
import type { FieldKey } from '../contacts/custom-fields.ts'
import type { OpportunityUpdate } from '../http/requests.ts'
import type { GoHighLevelSettings } from '../http/settings.ts'

const STATUSES: Record<OpportunityStatus, OpportunityUpdate['status']> = {
  open: 'open',
  qualified: 'open',
  'closed-won': 'won',
  'closed-lost': 'lost',
}

/** Returns the whole state of a sale as an opportunity of GoHighLevel, so that sending it again does no harm. */
export function saleToOpportunity(
  sale: CrmSale,
  { stages }: GoHighLevelSettings,
  pipelineId: string,
  fieldIds: ReadonlyMap<string, string>,
): OpportunityUpdate {
  const stage = stages[sale.status]
  return {
    pipelineId,
    ...(stage === undefined ? {} : { pipelineStageId: stage }),
    name: opportunityName(sale) || sale.sessionId,
    status: STATUSES[sale.status],
    monetaryValue: sale.totalValue,
    customFields: customFieldsOf(sale, fieldIds),
  }
}

/** Returns all values as text, which every field type accepts. Leaves out fields that the location lacks. */
function customFieldsOf(sale: CrmSale, fieldIds: ReadonlyMap<string, string>) {
  const values: Record<FieldKey<'opportunity'>, string> = {
    'opportunity.session_id': sale.sessionId,
    'opportunity.service_package_name': sale.servicePackageName ?? '',
    'opportunity.voucher_amount': String(sale.voucherAmount),
    'opportunity.contract_signed': String(sale.contractSigned),
  }
  return Object.entries(values).flatMap(([key, field_value]) => {
    const id = fieldIds.get(key)
    return id === undefined ? [] : [{ id, field_value }]
  })
}
