import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testChanges } from './changes.ts'
import { testContactEntries } from './contact-entries.ts'
import { testLeads } from './leads.ts'
import { testOneOpportunity } from './one-opportunity.ts'
import { testOwnership } from './ownership.ts'
import { type CrmUnderTest, prepareTests, type TestedCrm } from './tested-crm.ts'

/** Adds the tests that every CRM behind the port must pass. */
export function describeCrm(name: string, setUp: () => Promise<CrmUnderTest>): void {
  describe(`${name} as a CRM`, () => {
    let given: CrmUnderTest
    let tested: TestedCrm

    beforeAll(async () => {
      given = await setUp()
      tested = await prepareTests(given)
    })
    afterAll(() => given.close())

    for (const addTests of [testLeads, testOneOpportunity, testChanges, testOwnership, testContactEntries])
      addTests(() => tested)

    test('passes its own checks', async () => {
      for (const checks of [await given.crm.checkCredentials(), await given.crm.diagnostics()]) {
        expect(checks.length).toBeGreaterThan(0)
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
      }
    })
  })
}
