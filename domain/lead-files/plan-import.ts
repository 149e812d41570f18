import { failed, type Result, success } from '../kernel/result.ts'
import { checkValue } from './check-values.ts'
import { type Change, compareLead, HALF_A_POINT, isWholePoint } from './compare-lead.ts'
import { type FileRow, type KnownLead, LEAD_FIELDS, type LeadTexts, type NewLead } from './fields.ts'
import { FileDoors } from './file-doors.ts'
import { type KnownLeads, keysOf, type LeadKey } from './lead-keys.ts'
import { type GivenLead, readGiven } from './read-row.ts'

/** What an import does with one row. */
export type PlannedRow = { line: number } & (
  | { action: 'create'; lead: NewLead }
  | { action: 'update'; lead: KnownLead; changes: Change[] }
  | { action: 'unchanged'; lead: KnownLead }
  | { action: 'skip' | 'conflict'; reason: string }
)

/** What a row writes: the lead to create, or the changes to the lead with this id. */
export type Write = { line: number } & ({ create: NewLead } | { update: string; changes: Change[] })

/** Returns what the rows write. Only this must be the same when an import repeats its dry run. */
export const writesOf = (planned: readonly PlannedRow[]): Write[] =>
  planned.flatMap((row): Write[] => {
    if (row.action === 'create') return [{ line: row.line, create: row.lead }]
    return row.action === 'update' ? [{ line: row.line, update: row.lead.id, changes: row.changes }] : []
  })

/** A door to look up in the do-not-knock register. */
export type Door = Pick<LeadTexts, 'uprn' | 'street_address' | 'postcode'>

/** What is stored about the doors in the planned rows. */
export type Stored = { leads: KnownLeads; isRegistered: (door: Door) => boolean }

export const ON_REGISTER = 'On the do-not-knock register'

/**
 * Returns a planner for the rows of one file, in their order. It has no clock and does no I/O, so the same rows and
 * stored leads give the same plan. If rows above have been applied meanwhile, the rest still write the same
 * (docs/product 21.6).
 */
export function createPlanner(): (row: FileRow, stored: Stored) => PlannedRow {
  const doors = new FileDoors()

  return (row, stored) => {
    const { line } = row
    const given = readGiven(row)
    if (!given.ok) return { line, action: 'skip', reason: given.failure }
    const keys = keysOf(given.value)
    const found = findLead(keys, stored.leads, doors)
    if (!found.ok) return { line, action: 'conflict', reason: found.failure }
    const lead = found.value
    const planned = lead ? planKnown(line, lead, given.value, stored) : planNew(line, given.value, stored)
    if (planned.action === 'update') doors.take(line, keys, changedLead(planned.lead, planned.changes))
    else if (planned.action === 'unchanged') doors.take(line, keys, planned.lead)
    else if (planned.action === 'create') doors.take(line, keys)
    return planned
  }
}

const changedLead = (lead: KnownLead, changes: readonly Change[]): KnownLead => ({
  ...lead,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
})

/**
 * Returns the stored lead of a row's door, if there is one. Fails with the reason if the row's keys belong to several
 * leads, or if an earlier row is for the same door.
 */
function findLead(
  keys: readonly LeadKey[],
  leads: KnownLeads,
  doors: FileDoors,
): Result<KnownLead | undefined, string> {
  const found = keys.map((key) => ({ key, hits: doors.find(key, leads), line: doors.lineOf(key) }))
  const strongest = found.find(({ hits }) => hits.length > 0)
  const lead = strongest?.hits.length === 1 ? strongest.hits[0] : undefined
  const isOfLead = (hits: readonly KnownLead[]) => lead !== undefined && hits.includes(lead)
  const repeated = found.find((one) => one.line !== undefined && (one === strongest || !isOfLead(one.hits)))
  if (repeated) return failed(`The same door as line ${repeated.line}, by its ${repeated.key.kind}`)
  if (!strongest) return success(undefined)
  const { kind } = strongest.key
  if (!lead) return failed(`Several leads have this ${kind}`)
  const other = found.find(({ hits }) => hits.length > 0 && !isOfLead(hits))
  return other ? failed(`Its ${kind} and its ${other.key.kind} belong to different leads`) : success(lead)
}

function planKnown(line: number, lead: KnownLead, given: GivenLead, { isRegistered }: Stored): PlannedRow {
  const contradiction = findContradiction(lead, given)
  if (contradiction) return { line, action: 'conflict', reason: contradiction }
  const compared = compareLead(lead, given)
  if (!compared.ok) return { line, action: 'skip', reason: compared.failure }
  if (compared.value.length === 0) return { line, action: 'unchanged', lead }
  const isClosed = isRegistered(lead) || isRegistered(changedLead(lead, compared.value))
  if (isClosed) return { line, action: 'skip', reason: ON_REGISTER }
  return { line, action: 'update', lead, changes: compared.value }
}

/**
 * Returns how a row contradicts its lead, if it does. A lead keeps its CRM contact. An address with another UPRN is
 * another door, unless the row names the lead.
 */
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
