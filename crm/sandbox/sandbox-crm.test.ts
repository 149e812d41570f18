import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexLead, LEAD_COMPARATORS } from '#domain/lead/lead-order.ts'
import { DATABASES, freshDatabase } from '#server/testing/databases.ts'
import { describeCrm } from '../compliance/describe-crm.ts'
import { SAMPLE_CONTACTS } from './sample-leads.ts'
import { createSandboxCrm } from './sandbox-crm.ts'
import type { SandboxTables } from './schema.ts'

describe.each(DATABASES)('the sandbox CRM on the %s database', (kind) => {
  describeCrm('the sandbox', async () => {
    const { db, close } = await freshDatabase(kind)
    const tables = (db as unknown as Kysely<SandboxTables>).withSchema('sandbox_crm')
    return {
      crm: createSandboxCrm(db),
      close,
      async livingOpportunities(contactId) {
        const rows = await tables
          .selectFrom('opportunities')
          .selectAll()
          .where('contact_id', '=', contactId)
          .where('status', 'not in', ['lost', 'abandoned'])
          .execute()
        return rows.map((row) => ({
          id: row.id,
          status: row.status === 'won' ? 'won' : 'open',
          sessionId: row.session_id,
          value: Number(row.monetary_value),
        }))
      },
    }
  })

  describe('its samples', () => {
    let database: Awaited<ReturnType<typeof freshDatabase>>
    beforeAll(async () => {
      database = await freshDatabase(kind)
    })
    afterAll(() => database?.close())

    test('are forty leads with every field filled, and stay forty if read again', async () => {
      const crm = createSandboxCrm(database.db)
      for (let look = 0; look < 2; look++) {
        for await (const page of crm.pullLeads({ since: null, after: null })) {
          const leads = page.ok ? page.value.leads : []
          expect(leads).toHaveLength(40)
          expect(leads.flatMap((lead) => Object.values(lead))).not.toContain(null)
        }
      }
    })
  })
})

describe('The sample leads', () => {
  test('cover £500 to £4,500 and one to six people, with phone numbers reserved for fiction', () => {
    const vouchers = SAMPLE_CONTACTS.map(({ voucher_value }) => Number(voucher_value))
    expect([Math.min(...vouchers), Math.max(...vouchers)]).toEqual([500, 4500])
    expect(new Set(vouchers).size).toBe(40)
    expect(new Set(SAMPLE_CONTACTS.map(({ household_size }) => household_size))).toEqual(
      new Set([1, 2, 3, 4, 5, 6]),
    )
    for (const { phone, email } of SAMPLE_CONTACTS) {
      expect(phone).toMatch(/^(01632 960|07700 900)\d{3}$/)
      expect(email).toMatch(/^[a-z]+\.[a-z]+@example\.org$/)
    }
  })

  test('sort by street name, then by house number in natural order', () => {
    const streets = SAMPLE_CONTACTS.map(({ address }) => address).sort()
    const natural = SAMPLE_CONTACTS.map(({ id, address, postcode }) =>
      indexLead({ id, street_address: address, postcode, voucher_value: '0' } as never),
    ).sort(LEAD_COMPARATORS.street)
    expect(natural.map(({ lead }) => lead.street_address)).not.toEqual(streets)
    expect(natural.map(({ lead }) => lead.street_address).slice(0, 3)).toEqual([
      '3 Chapel Lane',
      '4 Chapel Lane',
      '5 Chapel Lane',
    ])
  })
})
