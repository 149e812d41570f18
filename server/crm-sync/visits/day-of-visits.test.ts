import { describe, expect, test } from 'vitest'
import { faultsOf } from '#crm/gohighlevel/double/documents.ts'
import { mixedFaults } from '#crm/gohighlevel/double/faults.ts'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import type { CrmContactEntries } from '#crm/port.ts'
import { entriesOf } from '#domain/street/contact-entries.ts'
import { OUTCOMES } from '#domain/street/outcome.ts'
import { effectiveVisits } from '#domain/street/visit.ts'
import { listVisits } from '../../street/visits/visits.queries.ts'
import { useVisits } from './visits.testing.ts'

const DOORS = 6
const VISITS = 60
const SHARE_OF_FAULTS = 0.25
const SHARE_OF_DEATHS = 0.1

/** Wraps calls so that some throw before or after they run, as when a worker is killed. */
function mortal(entries: CrmContactEntries, random: () => number): CrmContactEntries {
  const perhapsDie = () => {
    if (random() < SHARE_OF_DEATHS) throw new Error('Killed.')
  }
  const dying =
    <Given extends unknown[], Value>(call: (...given: Given) => Promise<Value>) =>
    async (...given: Given) => {
      perhapsDie()
      const answer = await call(...given)
      perhapsDie()
      return answer
    }
  const { find, create, remove, markTask } = entries
  return { find: dying(find), create: dying(create), remove: dying(remove), markTask: dying(markTask) }
}

describe('A day of visits under faults', () => {
  const { db, double, crm, freshLead, contactOf, visit, undo, push, heldAt, ledgerOf } = useVisits('postgres')

  test.each([1, 2, 3])('reaches GoHighLevel complete and without duplicates (seed %i)', async (seed) => {
    const random = seeded(seed)
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
    const whole = { ...crm().entries }
    Object.assign(crm().entries, mortal(whole, random))
    double().setFaults(mixedFaults(SHARE_OF_FAULTS, seed))
    const leads = Array.from({ length: DOORS }, freshLead)
    for (let made = 0; made < VISITS; made++) {
      const lead = pick(leads)
      const earlier = effectiveVisits(await listVisits(db(), lead))
      const occurred_at = new Date(Date.UTC(2026, 6, 2, 8, Math.floor(random() * 600))).toISOString()
      if (earlier.length > 0 && random() < 0.3) {
        const { id, outcome } = pick(earlier)
        await undo(lead, outcome, id)
      } else await visit(lead, pick(OUTCOMES), { occurred_at, note: random() < 0.5 ? `Words ${made}` : null })
      if (random() < 0.1)
        await db()
          .updateTable('leads')
          .set({ status: pick(['closed-won', 'contacted']) })
          .where('id', '=', lead)
          .execute()
      await Promise.all([push(lead), push(pick(leads))])
    }
    Object.assign(crm().entries, whole)
    double().setFaults(undefined)
    for (const lead of leads) {
      while (!(await push(lead)).ok);
      expect(await ledgerOf(lead)).toMatchObject([{ state: 'delivered' }])
      await expectAllThere(lead)
    }
    const { requests } = double()
    expect(new Set(requests.flatMap(faultsOf))).toEqual(new Set())
    expect(requests.some(({ operation }) => operation === 'upsert-contact')).toBe(false)
  })

  /** Checks that the contact has each entry of the visits once, and no entry of visits that were taken back. */
  async function expectAllThere(lead: string): Promise<void> {
    const { status, street_address } = await db()
      .selectFrom('leads')
      .select(['status', 'street_address'])
      .where('id', '=', lead)
      .executeTakeFirstOrThrow()
    const visits = await listVisits(db(), lead)
    const wanted = entriesOf(visits, { isSold: status === 'closed-won', street_address })
    const keysOf = (of: string) => wanted.filter((one) => one.kind === of).map(({ key }) => key)
    const contactId = await contactOf(lead)
    const visitsOf = (held: readonly { body?: string }[]) =>
      held.map(({ body }) => body?.split('Doorstep visit ')[1]).toSorted()
    expect((await heldAt(lead)).tags.toSorted()).toEqual(keysOf('tag').toSorted())
    expect(visitsOf(double().notes(contactId))).toEqual(keysOf('note').toSorted())
    const tasks = double().tasks(contactId)
    const open = wanted.filter((one) => one.kind === 'task' && !one.isDone).map(({ key }) => key)
    expect(visitsOf(tasks.filter(({ completed }) => !completed))).toEqual(open)
    const all = visitsOf(tasks)
    expect(new Set(all).size).toBe(all.length)
    expect(keysOf('task')).toEqual(expect.arrayContaining(all))
  }
})
