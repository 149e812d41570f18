import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileRow, KnownLead } from './fields.ts'
import { KnownLeads, keysOf } from './lead-keys.ts'
import { knownLead } from './leads.testing.ts'
import { createPlanner, type PlannedRow, writesOf } from './plan-import.ts'

const ID = (n: number) => `aaaaaaaa-0000-4000-8000-00000000000${n}`
const blankOr = (...texts: string[]) => fc.constantFrom('', ...texts)
const row = fc.record({
  id: blankOr(ID(1), ID(2)),
  crm_contact_id: blankOr('c1', 'c2'),
  uprn: blankOr('7', '8'),
  street_address: blankOr('1 Mill Lane', '1 Mill Ln', '2 Mill Lane'),
  postcode: blankOr('LL79 1AB'),
  notes: blankOr('Dog', 'Gate'),
})

/** At most two stored leads. */
const known = fc
  .uniqueArray(row, { maxLength: 2 })
  .map((rows) => rows.map((texts, at) => knownLead(ID(at + 1), { ...texts })))

/** Returns the stored leads after a row is applied. */
function apply(planned: PlannedRow, leads: readonly KnownLead[]): KnownLead[] {
  if (planned.action === 'create')
    return [
      ...leads,
      { ...planned.lead, priority: 'medium', id: planned.lead.id || `made-for-${planned.line}` },
    ]
  if (planned.action !== 'update') return [...leads]
  const changes = Object.fromEntries(planned.changes.map(({ field, to }) => [field, to]))
  return leads.map((lead) => (lead.id === planned.lead.id ? { ...lead, ...changes } : lead))
}

function planAll(rows: readonly FileRow['values'][], stored: readonly KnownLead[]): PlannedRow[] {
  const plan = createPlanner()
  const leads = new KnownLeads(stored)
  return rows.map((values, at) => plan({ line: at + 2, values }, { leads, isRegistered: () => false }))
}

test('the remaining rows write the same, wherever an import was interrupted', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), known, fc.nat(), (rows, stored, at) => {
      const planned = planAll(rows, stored)
      const done = at % rows.length
      // A refused row may be planned differently once a lead has moved; the import then stops with a fresh plan.
      fc.pre(planned.slice(0, done).every(({ action }) => action !== 'conflict' && action !== 'skip'))
      const after = planned.slice(0, done).reduce<KnownLead[]>((leads, one) => apply(one, leads), [...stored])
      expect(writesOf(planAll(rows, after).slice(done))).toEqual(writesOf(planned.slice(done)))
    }),
    { numRuns: 5_000 },
  )
})

test('an import never makes two leads for one door, however often it is repeated', () => {
  const isUnique = (leads: readonly KnownLead[]) => {
    const keys = leads.flatMap((lead) => keysOf(lead).map(({ key }) => key))
    return new Set(keys).size === keys.length
  }
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), known, (rows, stored) => {
      fc.pre(isUnique(stored))
      const applyAll = (leads: readonly KnownLead[]) =>
        planAll(rows, leads).reduce<KnownLead[]>((after, one) => apply(one, after), [...leads])
      const once = applyAll(stored)
      expect(isUnique(once)).toBe(true)
      expect(isUnique(applyAll(once))).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
