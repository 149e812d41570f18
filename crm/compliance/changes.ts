import { expect, test } from 'vitest'
import { need, saleAt, type TestedCrm } from './tested-crm.ts'

/** Adds the test of the list of changed opportunities. */
export function testChanges(tested: () => TestedCrm): void {
  test('lists the opportunities changed since a given time', async () => {
    const { crm, freshContact, create } = tested()
    const [earlier, changed, later] = [saleAt(freshContact()), saleAt(freshContact()), saleAt(freshContact())]
    const ids = [await create(earlier), await create(changed)]
    const changedAtOf = async (id = '') => need(await crm.readOpportunity(id))?.changedAt ?? ''
    const earlierAt = await changedAtOf(ids[0])
    let changedAt = earlierAt
    // A fast CRM may change both within one millisecond.
    while (changedAt <= earlierAt) {
      need(await crm.updateOpportunity(ids[1] as string, { ...changed, status: 'qualified' }))
      changedAt = await changedAtOf(ids[1])
    }
    ids.push(await create(later))
    const listed: string[] = []
    for await (const page of crm.listChangedOpportunities(changedAt)) {
      listed.push(...need(page).map(({ opportunityId }) => opportunityId))
    }
    expect(listed.toSorted()).toEqual(ids.slice(1).toSorted())
  })
}
