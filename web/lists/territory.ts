import { isList, isObject } from '#domain/kernel/parse-json.ts'
import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { MAX_ROWS_ON_A_PHONE, type SalesTally, TERRITORY_PATH, type Territory } from '#protocol/territory.ts'
import { type Answered, ask } from '../http/ask.ts'

const OPPORTUNITY_COLUMNS =
  'id,session_id,status,customer_name,customer_email,customer_phone,customer_location,lead_id,area,' +
  'service_package_id,service_package_name,service_speed,service_monthly_price,service_installation_price,' +
  'customer_discount,voucher_amount,total_value,contract_timestamp,eligibility_status,eligibility_scheme,' +
  'notes,ghl_opportunity_id,last_ghl_sync,created_at,updated_at,received_at,closed_by'

/** Reads how many leads and sales there are, by area. */
export const readTerritory = () => ask(TERRITORY_PATH, isTerritory)

const isTerritory = (answer: unknown): answer is Territory =>
  isObject<Territory>(answer) && isList(answer.areas)

/** Counts the sales of an area by status, or those of all areas if it is undefined. */
export const readSalesTallies = (area: string | undefined) =>
  ask(
    `${TERRITORY_PATH}/sales${area === undefined ? '' : `?${new URLSearchParams({ area })}`}`,
    isList<SalesTally>,
  )

export type ListsAnswered = [leads: Answered<Lead[]>, opportunities: Answered<OpportunityListed[]>]

/** Reads both lists, newest first; for one area, at most as many rows as a phone keeps. `''` means without an area. */
export function readLists(area: string | undefined): Promise<ListsAnswered> {
  const path = (table: string, columns: string) => {
    const query = new URLSearchParams({ select: columns, order: 'created_at.desc' })
    if (area !== undefined) {
      query.set('area', area === '' ? 'is.null' : `eq.${area}`)
      query.set('limit', String(MAX_ROWS_ON_A_PHONE))
    }
    return `/rest/v1/${table}?${query}`
  }
  return Promise.all([
    ask(path('leads', '*'), isList<Lead>),
    ask(path('opportunities', OPPORTUNITY_COLUMNS), isList<OpportunityListed>),
  ])
}
