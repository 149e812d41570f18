import { isList, isObject } from '#domain/kernel/parse-json.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { OFFICE_COLUMNS, OPPORTUNITY_COLUMNS } from '#domain/opportunity/opportunity.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { MAX_ROWS_ON_A_PHONE, TERRITORY_PATH, type Territory } from '#protocol/territory.ts'
import { type Answered, ask } from '../http/ask.ts'

/** The columns that no list on a phone shows: large, personal, or for the office. */
const LEFT_OUT = new Set<string>([
  'contract_signature',
  'customer_id_number',
  'contract_ip_address',
  ...OFFICE_COLUMNS,
])
const LISTED_COLUMNS = OPPORTUNITY_COLUMNS.filter((column) => !LEFT_OUT.has(column)).join(',')

/** Reads how many leads and sales there are, by area. */
export const readTerritory = () => ask(TERRITORY_PATH, isTerritory)

const isTerritory = (answer: unknown): answer is Territory =>
  isObject<Territory>(answer) && isList(answer.areas)

export type ListsAnswered = [leads: Answered<Lead[]>, opportunities: Answered<OpportunityListed[]>]

/**
 * Reads both lists, newest first; for one area, at most as many rows as a phone keeps. `''` means rows without an area.
 */
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
    ask(path('opportunities', LISTED_COLUMNS), isList<OpportunityListed>),
  ])
}
