import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { MOST_ROWS_ON_A_PHONE, type SalesTally, TERRITORY_PATH, type Territory } from '#protocol/territory.ts'
import { type Answered, ask, NOT_OURS } from '../http/back-office.ts'

const OPPORTUNITY_COLUMNS =
  'id,session_id,status,customer_name,customer_email,customer_phone,customer_location,lead_id,area,' +
  'service_package_id,service_package_name,service_speed,service_monthly_price,service_installation_price,' +
  'customer_discount,voucher_amount,total_value,contract_timestamp,eligibility_status,eligibility_scheme,' +
  'notes,ghl_opportunity_id,last_ghl_sync,created_at,updated_at,received_at,closed_by'

/** What there is to take. */
export const readTerritory = () => askFor<Territory>(TERRITORY_PATH, (answer) => answer?.areas)

/** How many sales of an area have each status, of all areas without one. */
export const readSalesTallies = (area: string | undefined) =>
  askFor<SalesTally[]>(
    `${TERRITORY_PATH}/sales${area === undefined ? '' : `?${new URLSearchParams({ area })}`}`,
  )

export type ListsAnswered = [leads: Answered<Lead[]>, opportunities: Answered<OpportunityListed[]>]

/** Both lists, newest first; of one area, at most as many as a phone takes. `''` is no area. */
export function readLists(area: string | undefined): Promise<ListsAnswered> {
  const path = (table: string, columns: string) => {
    const query = new URLSearchParams({ select: columns, order: 'created_at.desc' })
    if (area !== undefined) {
      query.set('area', area === '' ? 'is.null' : `eq.${area}`)
      query.set('limit', String(MOST_ROWS_ON_A_PHONE))
    }
    return `/rest/v1/${table}?${query}`
  }
  return Promise.all([
    askFor<Lead[]>(path('leads', '*')),
    askFor<OpportunityListed[]>(path('opportunities', OPPORTUNITY_COLUMNS)),
  ])
}

/** An answer without its list comes from somebody in between, as one that is not JSON. */
async function askFor<Value>(
  path: string,
  listIn: (answer: Value | null) => unknown = (answer) => answer,
): Promise<Answered<Value>> {
  const answer = await ask<Value>(path)
  return answer.ok && !Array.isArray(listIn(answer.value)) ? NOT_OURS : answer
}
