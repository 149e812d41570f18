import { failed, type Result, success } from '../kernel/result.ts'
import { checkValue } from './check-values.ts'
import { type Change, compareLead, HALF_A_POINT, isWholePoint } from './compare-lead.ts'
import { type FileRow, type KnownLead, LEAD_FIELDS, type LeadTexts, type NewLead } from './fields.ts'
import { type KnownLeads, keysOf, type LeadKey } from './lead-keys.ts'
import { type GivenLead, readGiven } from './read-row.ts'

/** What an import does with one row. */
export type PlannedRow = { line: number } & (
  | { action: 'create'; lead: NewLead }
  | { action: 'update'; lead: KnownLead; changes: Change[] }
  | { action: 'unchanged'; lead: KnownLead }
  | { action: 'skip' | 'conflict'; reason: string }
)

/** A door by which the do-not-knock register is asked. */
export type Door = Pick<LeadTexts, 'uprn' | 'street_address' | 'postcode'>

/** What is stored about the doors of the rows to plan. */
export type Stored = { leads: KnownLeads; isRegistered: (door: Door) => boolean }

export const ON_REGISTER = 'On the do-not-knock register'

/**
 * Returns a planner for the rows of one file, in their order. It holds no clock and does no I/O: the same rows and stored
 * leads give the same plan, also if the first of them were applied in between (docs/product 21.6).
 */
export function createPlanner(): (row: FileRow, stored: Stored) => PlannedRow {
  /** The line that first named a door, by its keys. */
  const lines = new Map<string, number>()

  return (row, stored) => {
    const { line } = row
    const given = readGiven(row)
    if (!given.ok) return { line, action: 'skip', reason: given.failure }
    const keys = keysOf(given.value)
    const found = findLead(keys, stored.leads, lines)
    if (!found.ok) return { line, action: 'conflict', reason: found.failure }
    const lead = found.value
    const planned = lead ? planKnown(line, lead, given.value, stored) : planNew(line, given.value, stored)
    if (planned.action !== 'skip' && planned.action !== 'conflict')
      for (const { key } of [...keys, ...(lead ? keysOf(lead) : [])])
        if (!lines.has(key)) lines.set(key, line)
    return planned
  }
}

/**
 * Returns the stored lead of a row's door, if there is one. Fails with the reason if the row's keys belong to several
 * leads, or an earlier row is of the same door.
 */
function findLead(
  keys: readonly LeadKey[],
  leads: KnownLeads,
  lines: ReadonlyMap<string, number>,
): Result<KnownLead | undefined, string> {
  const strongest = keys.find((key) => leads.find(key).length > 0)
  const hits = strongest ? leads.find(strongest) : []
  const lead = hits.length === 1 ? hits[0] : undefined
  const repeated = keys.find((key) => lines.has(key.key) && (key === strongest || !isOf(lead, key, leads)))
  if (repeated) return failed(`The same door as line ${lines.get(repeated.key)}, by its ${repeated.kind}`)
  if (strongest && hits.length > 1) return failed(`Several leads have this ${strongest.kind}`)
  const other = keys.find((key) => leads.find(key).length > 0 && !isOf(lead, key, leads))
  if (strongest && other)
    return failed(`Its ${strongest.kind} and its ${other.kind} belong to different leads`)
  return success(lead)
}

const isOf = (lead: KnownLead | undefined, key: LeadKey, leads: KnownLeads) =>
  lead !== undefined && leads.find(key).includes(lead)

function planKnown(line: number, lead: KnownLead, given: GivenLead, { isRegistered }: Stored): PlannedRow {
  const contradiction = findContradiction(lead, given)
  if (contradiction) return { line, action: 'conflict', reason: contradiction }
  const compared = compareLead(lead, given)
  if (!compared.ok) return { line, action: 'skip', reason: compared.failure }
  if (compared.value.length === 0) return { line, action: 'unchanged', lead }
  const door = { ...lead, ...Object.fromEntries(compared.value.map(({ field, to }) => [field, to])) }
  if (isRegistered(lead) || isRegistered(door)) return { line, action: 'skip', reason: ON_REGISTER }
  return { line, action: 'update', lead, changes: compared.value }
}

/** A lead keeps its contact in the CRM; and an address with another UPRN is another door, unless the row names the lead. */
function findContradiction(lead: KnownLead, given: GivenLead): string | undefined {
  const differs = (field: 'crm_contact_id' | 'uprn') =>
    given[field] !== '' && lead[field] !== '' && given[field] !== lead[field]
  if (differs('crm_contact_id')) return 'The lead of this door has another CRM contact'
  const isNamed = given.id === lead.id || (given.crm_contact_id !== '' && lead.crm_contact_id !== '')
  return differs('uprn') && !isNamed ? 'The lead at this address has another UPRN' : undefined
}

function planNew(line: number, given: GivenLead, { isRegistered }: Stored): PlannedRow {
  const checked = checkNew(given)
  if (!checked.ok) return { line, action: 'skip', reason: checked.failure }
  if (isRegistered(checked.value)) return { line, action: 'skip', reason: ON_REGISTER }
  return { line, action: 'create', lead: checked.value }
}

function checkNew(given: GivenLead): Result<NewLead, string> {
  if (given.street_address === '') return failed('Address: missing')
  if (given.postcode === '') return failed('Postcode: missing')
  const lead = { ...given }
  for (const field of [...LEAD_FIELDS, 'status'] as const) {
    if (given[field] === '') continue
    const checked = checkValue(field, given[field])
    if (!checked.ok) return checked
    lead[field] = checked.value
  }
  return isWholePoint(lead) ? success(lead) : failed(HALF_A_POINT)
}
